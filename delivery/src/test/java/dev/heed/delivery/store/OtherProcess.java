package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another Java process, which opens a store and says what came of it. */
final class OtherProcess {

  private OtherProcess() {}

  /** "opened", or why not. */
  static String open(Path directory) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")
                    + java.io.File.pathSeparator
                    + System.getProperty("jdk.module.path", ""),
                OtherProcess.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.trim();
  }

  /** Opens the store and closes it. */
  public static void main(String[] args) {
    BatchStore store = BatchStore.inDirectory(Path.of(args[0]));
    try {
      var unused = store.open();
      store.close();
      System.out.println("opened");
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }
}
