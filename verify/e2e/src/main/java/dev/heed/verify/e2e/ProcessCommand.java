package dev.heed.verify.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that is started for each case, with {@code --input} and the document as its last
 * arguments.
 *
 * @param words the program and its arguments
 */
record ProcessCommand(List<String> words) implements Command {

  /** A runner of the protocol gives up after about as long. */
  private static final long PATIENCE_SECONDS = 45;

  ProcessCommand {
    words = List.copyOf(words);
  }

  @Override
  public String run(String input) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(words);
    all.add("--input");
    all.add(input);
    Path out = Files.createTempFile("e2e-", ".out");
    try {
      Process process =
          new ProcessBuilder(all)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      await(process);
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      Files.delete(out);
    }
  }

  /** Nothing that was started outlives its case. */
  private static void await(Process process) throws IOException, InterruptedException {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the command has not ended after " + PATIENCE_SECONDS + " s");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
