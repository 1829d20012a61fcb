package dev.heed.verify.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Rounds in which something else is wrong than a kill, or in addition. */
final class Hardships {

  private static final int STUCK_SECONDS = 2;
  private static final int YEAR = 365;

  private Hardships() {}

  /**
   * For the middle third of the events, one call in three of a kind fails. In half of the rounds
   * the process is killed, in the others it has to get over it by itself.
   */
  static Scenario trouble(Trouble.Kind kind) {
    return round -> {
      Setup setup = round.next().with("trouble", kind).with("every", 1 + round.chance().nextInt(3));
      if (round.chance().nextBoolean()) {
        ChildProcess child = round.start(setup);
        child.await("middle");
        round.moment(200);
        round.kill(child);
      } else {
        ChildProcess child = round.start(setup.with("work", "close"));
        String left = child.await("closed");
        child.end();
        if (!left.startsWith("0 ")) {
          round.wrong("a queue did not get over trouble with its files: " + left);
        }
      }
      round.drain(round.next());
    };
  }

  /** A second process comes to the folder while the first has it, and after. */
  static void twoProcesses(Round round) throws IOException, InterruptedException {
    ChildProcess first = round.start(round.next());
    first.await("open");
    ChildProcess second = round.start(round.next());
    String why = second.await("refused");
    second.end();
    if (!why.contains(round.folder().toString())) {
      round.wrong("the refusal does not say which folder is meant: " + why);
    }
    round.moment(100);
    round.kill(first);
    round.drain(round.next());
  }

  /** The wall clock jumps a year, while a process runs and between two. */
  static Scenario clock(int direction) {
    return round -> {
      round.manner(RecordingServer.Manner.SHAKY);
      ChildProcess first = round.start(round.next().with("turn", direction * YEAR));
      first.await("middle");
      round.moment(300);
      round.kill(first);
      ChildProcess second = round.start(round.next().with("days", direction * YEAR));
      second.await("middle");
      round.moment(200);
      round.kill(second);
      round.drain(round.next());
    };
  }

  /**
   * The server says "in two seconds" and nothing else. No process may ask earlier, not even one
   * that never heard of it, and none may hang when it is closed.
   */
  static void stuck(Round round) throws IOException, InterruptedException {
    round.helpers().manner(RecordingServer.Manner.STUCK, STUCK_SECONDS);
    // One state is saved before the first upload, and the second one has the pause.
    Setup setup = round.next().with("point", Point.STATE_SAVED).with("times", 2);
    ChildProcess first = round.start(setup.with("events", 300));
    first.await("point");
    round.moment(1_000);
    round.kill(first);
    ChildProcess second =
        round.start(round.next().with("events", 60).with("work", "close").with("patience", 1));
    String[] left = second.await("closed").split(" ", 2);
    second.end();
    if (left[0].equals("0") || Integer.parseInt(left[1]) > 2_000) {
      round.wrong("closing with a server that is stuck: " + String.join(" left after ms ", left));
    }
    round.helpers().manner(RecordingServer.Manner.FINE, 0);
    round.drain(round.next());
    checkPauses(round, round.helpers().uploads());
  }

  private static void checkPauses(Round round, List<String> uploads) {
    long earliest = Long.MIN_VALUE;
    for (String upload : uploads) {
      String[] words = upload.split(" ", 5);
      long came = Long.parseLong(words[2]);
      if (earliest != Long.MIN_VALUE && came - earliest < 0) {
        round.wrong("an upload came " + (earliest - came) / 1_000_000 + " ms too early");
      }
      boolean refused = words[1].equals("429");
      earliest =
          refused
              ? Long.parseLong(words[3]) + Duration.ofSeconds(STUCK_SECONDS).toNanos()
              : Long.MIN_VALUE;
    }
  }
}
