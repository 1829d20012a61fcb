package dev.heed.testing;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;

/** What a {@link VirtualTime} says when a test goes wrong. */
final class Texts {

  private Texts() {}

  /** The end of each message: where the clock stands and who waits. */
  static String state(Duration elapsed, List<PendingWait> pending) {
    StringBuilder text =
        new StringBuilder(" The clock stands at +").append(Durations.text(elapsed));
    text.append(pending.isEmpty() ? " and nobody waits." : "; waiting:");
    pending.forEach(wait -> text.append("\n  ").append(wait));
    return text.toString();
  }

  static String nobodyMoves(Duration patience) {
    return "This thread sleeps on a virtual clock that nobody has moved for "
        + Durations.text(patience)
        + ". Move it on the thread of the test with advance(...) or advanceToNextTimer(), or let"
        + " sleeping threads move it with autoAdvance(true).";
  }

  static String noTimer() {
    return "There is no timer to advance to. Where the code under test runs on another thread,"
        + " awaitTimers(1) waits for it.";
  }

  static String conditionFails(Duration patience) {
    return "The condition does not hold, and there has been no timer to advance to for "
        + Durations.text(patience)
        + ": what it waits for does not depend on this clock.";
  }

  static String tooFew(int count, Duration limit) {
    return "Fewer than "
        + count
        + " timers were set or threads asleep within "
        + Durations.text(limit)
        + ".";
  }

  static String nobodyWaits(Duration wait, Duration limit) {
    return "Nobody began to wait for "
        + Durations.text(wait)
        + " from now within "
        + Durations.text(limit)
        + ".";
  }

  static String leftBehind() {
    return "Somebody still waits when the test ends. Move the clock on, or cancel the call.";
  }

  static String closed(Duration elapsed) {
    return "The virtual clock was closed at +"
        + Durations.text(elapsed)
        + ", when its test ended. A call that still waits on it should be cancelled before.";
  }
}
