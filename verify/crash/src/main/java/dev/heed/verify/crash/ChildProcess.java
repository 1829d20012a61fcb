package dev.heed.verify.crash;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A child, as its parent sees it. */
final class ChildProcess implements Closeable {

  /** Much more than a child ever needs, but on a machine that is busy with other things. */
  private static final long PATIENCE_SECONDS = 300;

  private static final String ENDED = "ended";

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> heard = new ArrayList<>();

  ChildProcess(Setup setup) throws IOException {
    process =
        Jvm.command(Child.class, setup.arguments())
            .redirectError(
                ProcessBuilder.Redirect.appendTo(
                    setup.folder().resolveSibling(setup.folder().getFileName() + ".log").toFile()))
            .start();
    Thread reader = new Thread(this::read);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("failed " + e);
    }
    lines.add(ENDED);
  }

  /** Waits until the child says something that begins so; gives the rest of the line. */
  String await(String beginning) throws IOException, InterruptedException {
    for (; ; ) {
      String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IOException("a child did not say '" + beginning + "' in time, but " + heard);
      }
      heard.add(line);
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length()).strip();
      }
      if (line.equals(ENDED)) {
        throw new IOException("a child ended without saying '" + beginning + "', but " + heard);
      }
    }
  }

  /** Kills it with SIGKILL, and waits until it is dead. */
  void kill() throws InterruptedException {
    // Process.destroyForcibly sends SIGKILL on every Unix.
    process.destroyForcibly().waitFor();
  }

  /** Waits for its own end. */
  void end() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("a child did not end, and said " + heard);
    }
    if (process.exitValue() != 0) {
      throw new IOException("a child ended with " + process.exitValue() + ", and said " + heard);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
