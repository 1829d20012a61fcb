package dev.heed.verify.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A queue on a file system that is too small for it: a mounted one. */
final class FullMount {

  private static final String SIZE = "256k";
  private static final int EVENTS = 6_000;

  static final String IMPOSSIBLE =
      "A file system of its own could not be mounted, for which one must be root and outside of a"
          + " container that forbids it: the rounds `full-mount` were left out.";

  static final Scenario SCENARIO = FullMount::run;

  private FullMount() {}

  private static void run(Round round) throws IOException, InterruptedException {
    if (!mount(round.folder())) {
      round.wrong("a file system could not be mounted here");
      return;
    }
    try {
      fill(round);
    } finally {
      unmount(round.folder());
    }
  }

  private static void fill(Round round) throws IOException, InterruptedException {
    round.helpers().manner(RecordingServer.Manner.STUCK, 1);
    ChildProcess child = round.start(round.next().with("events", EVENTS).with("work", "close"));
    child.await("offered");
    round.helpers().manner(RecordingServer.Manner.FINE, 0);
    String left = child.await("closed");
    child.end();
    if (!left.startsWith("0 ")) {
      round.wrong("a queue on a full file system could not deliver: " + left);
    }
    round.drain(round.next());
    if (round.helpers().entries().stream().noneMatch(line -> line.startsWith("rejected"))) {
      round.wrong("the file system was never full");
    }
  }

  /** Whether this process may mount: root may, unless a container keeps it from that. */
  static boolean possible(Path parent) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(parent.resolve("mount-probe"));
    boolean mounted = mount(folder);
    if (mounted) {
      unmount(folder);
    }
    return mounted;
  }

  private static boolean mount(Path folder) throws IOException, InterruptedException {
    return runs(List.of("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "heed", folder.toString()));
  }

  private static void unmount(Path folder) throws IOException, InterruptedException {
    runs(List.of("umount", folder.toString()));
  }

  private static boolean runs(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
