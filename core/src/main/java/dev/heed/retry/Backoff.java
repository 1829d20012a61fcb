package dev.heed.retry;

/**
 * The plan's own waits: {@code min(base x 2^n, max)} for the retry after {@code n} others, spread
 * by {@link Jitter}. Saturates for every {@code n}, is never negative, and allows a base of zero.
 *
 * <p>The decorrelated form draws {@code t = n + r} with {@code r} in [0, 1), takes {@code f(t) =
 * 2^t x tanh(sqrt(4t))}, and waits {@code (f(t) - previous f) / 1.4 x base}. The division brings
 * the medians near the plain backoff; the 4 smooths the first value.
 */
final class Backoff {

  private static final double MEDIAN_FACTOR = 1 / 1.4;

  private final long base;
  private final long max;
  private final Jitter jitter;

  Backoff(long baseNanos, long maxNanos, Jitter jitter) {
    this.base = baseNanos;
    this.max = maxNanos;
    this.jitter = jitter;
  }

  /** The wait after {@code n} retries without chance, in nanoseconds. */
  long cap(int n) {
    // The shift is only done where it cannot lose a bit: beyond that the maximum applies anyway.
    if (n >= Long.numberOfLeadingZeros(base)) {
      return base == 0 ? 0 : max;
    }
    return Math.min(base << n, max);
  }

  /** The waits of one call, in order. */
  Sequence sequence() {
    return new Sequence();
  }

  /** The waits of one call. The decorrelated form remembers the one before. */
  final class Sequence {

    private double previous;

    /**
     * The next wait in nanoseconds.
     *
     * @param n retries made so far
     * @param random at least 0 and below 1
     */
    long next(int n, double random) {
      return switch (jitter) {
        case NONE -> cap(n);
        case FULL -> (long) (cap(n) * random);
        case DECORRELATED -> decorrelated(n + random);
      };
    }

    private long decorrelated(double t) {
      // The strict forms give the same wait for the same draw on every machine and every JDK.
      double f = StrictMath.pow(2, t) * StrictMath.tanh(Math.sqrt(4 * t));
      double wait = (f - previous) * MEDIAN_FACTOR * base;
      previous = f;
      // Infinity minus infinity is not a number; with a base of zero there is nothing to wait for.
      if (base == 0) {
        return 0;
      }
      return wait >= 0 && wait < max ? (long) wait : max;
    }
  }
}
