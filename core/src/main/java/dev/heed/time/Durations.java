package dev.heed.time;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as a person reads and writes them, the same everywhere. */
public final class Durations {

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  private Durations() {}

  /**
   * The duration that a person has written, in a settings file or on a command line: {@code 250ms},
   * {@code 2s}, {@code 1.5s}, {@code 1m}, {@code 1h}, or ISO 8601, such as {@code PT1M30S}.
   *
   * @throws IllegalArgumentException when it is none of these, negative, or more than about 292
   *     years; the message says how to write it
   */
  public static Duration parse(String text) {
    return DurationText.parse(text);
  }

  /**
   * {@code 250 ms}, {@code 1.5 s}, {@code 2 min 5 s}, {@code 1 h}, {@code 3 d 4 h}. Rounded up, to
   * milliseconds below a minute, so that nobody who waits as long as the text says is early.
   */
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    long seconds = duration.getSeconds();
    long millis = (duration.getNano() + 999_999L) / 1_000_000;
    if (seconds < MINUTE) {
      return underAMinute(seconds * 1000 + millis);
    }
    long whole = millis == 0 ? seconds : seconds + 1;
    if (whole < HOUR) {
      return two(whole / MINUTE, "min", whole % MINUTE, "s");
    }
    if (whole < DAY) {
      return two(whole / HOUR, "h", whole % HOUR / MINUTE, "min");
    }
    return two(whole / DAY, "d", whole % DAY / HOUR, "h");
  }

  /** Both together; where that cannot be held, the longest duration there is. */
  public static Duration sum(Duration a, Duration b) {
    try {
      return a.plus(b);
    } catch (ArithmeticException e) {
      return LONGEST;
    }
  }

  private static String underAMinute(long millis) {
    return millis < 1000
        ? millis + " ms"
        : BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + " s";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }
}
