package dev.heed.retry;

import java.time.Duration;

/**
 * Extra time on top of a wait that a server asked for, so that many clients do not come at once.
 */
@FunctionalInterface
public interface Spread {

  /**
   * The time to add to a hint.
   *
   * @param hint the wait that the server asked for
   * @param random at least 0 and below 1
   * @return what to add; a negative result counts as zero, since a hint is never shortened
   */
  Duration extra(Duration hint, double random);

  /** A random part of this duration. */
  static Spread upTo(Duration most) {
    long nanos = most.toNanos();
    return (hint, random) -> Duration.ofNanos((long) (nanos * random));
  }
}
