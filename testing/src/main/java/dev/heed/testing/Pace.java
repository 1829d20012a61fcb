package dev.heed.testing;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

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
    return new Pace(Durations.sum(delay, by), chunk, every);
  }

  Pace trickling(int chunk, Duration every) {
    return new Pace(delay, chunk, every);
  }

  boolean trickles() {
    return chunk > 0;
  }

  /** How long after the head the byte at this place comes, in nanoseconds. */
  long nanosUntil(int position) {
    long pieces = chunk == 0 ? 0 : position / chunk;
    long each = TimeUnit.NANOSECONDS.convert(every);
    return pieces > 0 && each > Long.MAX_VALUE / pieces ? Long.MAX_VALUE : each * pieces;
  }
}
