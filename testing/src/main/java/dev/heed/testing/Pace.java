package dev.heed.testing;

import java.time.Duration;

/**
 * How fast a reply comes.
 *
 * @param delay before the head
 * @param chunk how many bytes of the body come at a time; 0 for all at once
 * @param every from one chunk to the next; the first comes with the head
 */
record Pace(Duration delay, int chunk, Duration every) {

  static final Pace AT_ONCE = new Pace(Duration.ZERO, 0, Duration.ZERO);

  Pace delayed(Duration by) {
    return new Pace(delay.plus(by), chunk, every);
  }

  Pace trickling(int chunk, Duration every) {
    return new Pace(delay, chunk, every);
  }

  boolean trickles() {
    return chunk > 0;
  }

  /** How long after the head the byte at this place comes, in nanoseconds. */
  long nanosUntil(int position) {
    return chunk == 0 ? 0 : Math.multiplyExact(every.toNanos(), (long) (position / chunk));
  }
}
