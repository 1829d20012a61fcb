package dev.heed.verify.scripts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A copy of the scripts with a PATH of its own: the tools of every system, and Java and Maven only
 * as a test puts them there. Each fake notes its calls.
 */
final class Sandbox {

  /** What came out of a script. */
  record Run(long pid, int status, String out, String err) {}

  private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent().getParent();

  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "dirname",
          "find",
          "head",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "tail",
          "touch");

  final Path root;
  private final Path bin;
  private final Path calls;

  Sandbox(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("a checkout"));
    bin = Files.createDirectories(folder.resolve("bin"));
    calls = Files.createFile(folder.resolve("calls"));
    for (String script : List.of("heed", "check", ".mvn/tools.bash")) {
      Files.createDirectories(root.resolve(script).getParent());
      Files.copy(REPOSITORY.resolve(script), root.resolve(script));
    }
    file("cli/src/main/java/Main.java", Instant.EPOCH);
    for (String tool : TOOLS) {
      // Not a link: the folder's removal warns about each.
      executable(bin.resolve(tool), "#!/bin/sh\nexec " + real(tool) + " \"$@\"\n");
    }
  }

  private static Path real(String tool) {
    for (String folder : List.of("/usr/bin", "/bin")) {
      if (Files.isExecutable(Path.of(folder, tool))) {
        return Path.of(folder, tool);
      }
    }
    throw new IllegalStateException("no " + tool + " on this machine");
  }

  /**
   * Java prints its arguments and its process number, then copies its input, then exits with 22.
   */
  Sandbox java(String version) throws IOException {
    program("javac", "");
    return program(
        "java",
        """
        if [[ $1 == -version ]]; then
          echo 'openjdk version "%s" 2025-04-15' >&2
          exit
        fi
        printf '<%%s>' "$@" "pid $$"
        cat
        exit 22
        """
            .formatted(version));
  }

  /** Maven makes the jar and chats. */
  Sandbox maven(String version) throws IOException {
    return maven(version, "mkdir -p cli/target; echo jar >cli/target/heed.jar");
  }

  Sandbox maven(String version, String build) throws IOException {
    return program(
        "mvn",
        """
        if [[ $* == *-version* ]]; then
          echo 'Apache Maven %s'
          exit
        fi
        echo chatter
        echo more chatter >&2
        %s
        """
            .formatted(version, build));
  }

  Sandbox without(String tool) throws IOException {
    Files.delete(bin.resolve(tool));
    return this;
  }

  private Sandbox program(String name, String body) throws IOException {
    String note = "echo \"" + name + " $*\" >>'" + calls + "'\n";
    executable(bin.resolve(name), "#!" + real("bash") + "\n" + note + body);
    return this;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Writes a file that is newer than all that was built. */
  void newer(String name) throws IOException {
    file(name, Instant.parse("2999-01-01T00:00:00Z"));
  }

  private void file(String name, Instant changed) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  List<String> calls() throws IOException {
    return Files.readAllLines(calls);
  }

  void forgetCalls() throws IOException {
    Files.writeString(calls, "");
  }

  Run run(Path script, String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), script, arguments);
  }

  Run run(Map<String, String> environment, Path script, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    Path folder = root.getParent();
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    Path input = Files.writeString(Files.createTempFile(folder, "in", ""), "input");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            // A file and no pipe, which breaks where a script ends without reading it.
            .redirectInput(input.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(script + " did not end");
    }
    return new Run(
        process.pid(), process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
