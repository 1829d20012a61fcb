package dev.heed.verify.crash;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that helps, as its parent sees it: one line asks, some lines answer. It ends when its
 * parent does, whatever happens to that.
 */
final class Service implements Closeable {

  private static final String END = "end";

  private final Process process;
  private final BufferedReader out;
  private final PrintStream in;
  private final int port;

  /** What a helping process answers to a line. */
  interface Answer {
    List<String> to(String command) throws IOException;
  }

  /** Starts the process. */
  Service(Class<?> main) throws IOException {
    process = Jvm.command(main, List.of()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8), 1 << 16);
    in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    port = Integer.parseInt(line());
  }

  /** Where it listens. */
  int port() {
    return port;
  }

  private String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("a helping process has ended: " + process.info());
    }
    return line;
  }

  /** Asks something. */
  List<String> ask(String command) throws IOException {
    in.println(command);
    List<String> answer = new ArrayList<>();
    for (String line = line(); !line.equals(END); line = line()) {
      answer.add(line);
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The other side of it: answers until the parent is gone. */
  static void serve(Listening listening, Answer answer) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    out.println(listening.port());
    out.flush();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String command = in.readLine(); command != null; command = in.readLine()) {
      if (command.equals("report")) {
        listening.quiesce();
      }
      answer.to(command).forEach(out::println);
      out.println(END);
      out.flush();
    }
  }
}
