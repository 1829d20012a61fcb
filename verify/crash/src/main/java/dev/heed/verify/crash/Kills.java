package dev.heed.verify.crash;

import java.io.IOException;

/** Rounds in which processes are killed, and nothing else is wrong. */
final class Kills {

  private static final RecordingServer.Manner[] MANNERS = {
    RecordingServer.Manner.FINE,
    RecordingServer.Manner.FINE,
    RecordingServer.Manner.SHAKY,
    RecordingServer.Manner.REFUSING
  };

  private Kills() {}

  /** A process is killed when it has reached a point for some time. */
  static Scenario at(Point point) {
    return round -> {
      manner(round);
      if (point.inRecovery()) {
        leaveSomethingOpen(round);
      }
      int times = 1 + round.chance().nextInt(point.most());
      Setup setup = round.next().with("point", point).with("times", times);
      ChildProcess child = round.start(setup);
      child.await("point");
      round.kill(child);
      sometimesOneMore(round);
      round.drain(round.next());
    };
  }

  private static void manner(Round round) throws IOException {
    round.manner(MANNERS[round.chance().nextInt(MANNERS.length)]);
  }

  private static void leaveSomethingOpen(Round round) throws IOException, InterruptedException {
    int times = 1 + round.chance().nextInt(100);
    ChildProcess first =
        round.start(round.next().with("point", Point.AFTER_APPEND).with("times", times));
    first.await("point");
    round.kill(first);
  }

  /** A second process is killed too, in one of three rounds, and often before its queue is open. */
  private static void sometimesOneMore(Round round) throws IOException, InterruptedException {
    if (round.chance().nextInt(3) == 0) {
      ChildProcess second = round.start(round.next());
      round.moment(600);
      round.kill(second);
    }
  }

  /** A process is killed at any moment, whatever it does just then. */
  static void anywhere(Round round) throws IOException, InterruptedException {
    manner(round);
    ChildProcess child = round.start(round.next());
    int when = round.chance().nextInt(10);
    if (when > 0) {
      child.await(when < 5 ? "open" : "middle");
    }
    round.moment(50 << round.chance().nextInt(4));
    round.kill(child);
    sometimesOneMore(round);
    round.drain(round.next());
  }
}
