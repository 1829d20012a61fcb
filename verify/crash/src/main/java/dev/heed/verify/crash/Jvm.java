package dev.heed.verify.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a process is started: as cheaply as a JVM can be. */
final class Jvm {

  private Jvm() {}

  /** A JVM of the same kind that runs a main class of ours. */
  static ProcessBuilder command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-Xss512k",
            "-cp",
            System.getProperty("heed.crash.classpath", System.getProperty("java.class.path")),
            main.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}
