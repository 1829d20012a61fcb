package dev.heed.verify.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How a process is started: as cheaply as a JVM can be. */
final class Jvm {

  private static final String ARCHIVE = "heed.crash.archive";
  private static final long PATIENCE_SECONDS = 120;

  private Jvm() {}

  /** A JVM of the same kind that runs a main class of ours. */
  static ProcessBuilder command(Class<?> main, List<String> arguments) {
    List<String> flags = new ArrayList<>();
    String archive = System.getProperty(ARCHIVE);
    if (archive != null) {
      flags.add("-XX:SharedArchiveFile=" + archive);
    }
    return command(flags, main, arguments);
  }

  private static ProcessBuilder command(List<String> flags, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(flags);
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /**
   * Runs a child to its end and keeps the classes that it needed in an archive, from which later
   * ones take them: loading them is most of what a short life costs. Java makes one of jars only.
   */
  static void train(Path folder, Helpers helpers) throws IOException, InterruptedException {
    if (!System.getProperty("java.class.path").endsWith(".jar")) {
      return;
    }
    Path archive = folder.resolve("classes.jsa");
    Path work = Files.createDirectories(folder.resolve("training"));
    helpers.begin(0);
    Setup setup = helpers.reachable(Setup.in(work)).with("events", 60).with("work", "close");
    Process process =
        command(List.of("-XX:ArchiveClassesAtExit=" + archive), Child.class, setup.arguments())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("training.log").toFile())
            .start();
    boolean made = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && Files.exists(archive);
    process.destroyForcibly();
    if (made) {
      System.setProperty(ARCHIVE, archive.toString());
    }
  }
}
