package dev.heed.observe;

/** Nanoseconds as a person would write them. */
final class Durations {

  private static final long MILLI = 1_000_000L;

  private Durations() {}

  static String text(long nanos) {
    if (nanos < 10 * MILLI) {
      return nanos == 0 ? "0 ms" : String.format(java.util.Locale.ROOT, "%.2f ms", nanos / 1e6);
    }
    if (nanos < 1000 * MILLI) {
      return nanos / MILLI + " ms";
    }
    return String.format(java.util.Locale.ROOT, "%.3f s", nanos / 1e9);
  }
}
