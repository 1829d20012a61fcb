package dev.heed.testing;

import dev.heed.time.Durations;
import java.time.Duration;

/** Somebody who waits for an instant of a {@link VirtualTime}: a timer, or a thread. Immutable. */
public final class PendingWait {

  private final String who;
  private final Duration due;

  PendingWait(String who, Duration due) {
    this.who = who;
    this.due = due;
  }

  /**
   * Who waits: {@code thread "main"}, or {@code timer "..."} with what the timer is for and the
   * thread that set it.
   */
  public String who() {
    return who;
  }

  /** When the wait ends, as {@link VirtualTime#elapsed()} will read then. */
  public Duration due() {
    return due;
  }

  @Override
  public String toString() {
    return who + " until +" + Durations.text(due);
  }
}
