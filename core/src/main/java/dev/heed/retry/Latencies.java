package dev.heed.retry;

import java.util.Arrays;

/**
 * How long the latest attempts of one partition took until their heads arrived. An attempt that
 * lost counts with the time it had taken by then: to leave out the slow ones would make the
 * percentile shrink with every hedge. Safe for use by several threads.
 */
final class Latencies {

  static final int KEPT = 512;
  static final int ENOUGH = 32;

  /** The percentile is worked out anew after so many answers. */
  private static final int STALE = 16;

  private final long[] ring = new long[KEPT];
  private long count;
  private long workedOutAt = -STALE;
  private long known;

  synchronized void add(long nanos) {
    ring[(int) (count % KEPT)] = nanos;
    count++;
  }

  /** The percentile, or negative when too little is known. */
  synchronized long percentile(double percent) {
    if (count < ENOUGH) {
      return -1;
    }
    if (count - workedOutAt >= STALE) {
      long[] sorted = Arrays.copyOf(ring, (int) Math.min(count, KEPT));
      Arrays.sort(sorted);
      int rank = (int) Math.ceil(percent / 100 * sorted.length);
      known = sorted[Math.max(1, rank) - 1];
      workedOutAt = count;
    }
    return known;
  }
}
