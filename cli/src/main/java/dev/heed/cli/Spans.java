package dev.heed.cli;

import dev.heed.time.Durations;
import java.math.BigDecimal;
import java.time.Duration;

/** Durations of options, and in columns. */
final class Spans {

  private Spans() {}

  /**
   * Reads {@code 250ms}, {@code 2s}, {@code 1.5s}, {@code 1m}, {@code 1h} or ISO 8601.
   *
   * @param option whose value it is, for the message
   * @throws Failure when it is none of these, negative, or more than about 292 years
   */
  static Duration parse(String option, String text) throws Failure {
    try {
      return Durations.parse(Text.shown(text.strip()));
    } catch (IllegalArgumentException e) {
      throw Failure.usage(option + ": " + e.getMessage());
    }
  }

  /** Milliseconds, rounded up, so that nobody who waits that long is early. */
  static long millis(Duration duration) {
    long whole = duration.toMillis();
    return Duration.ofMillis(whole).equals(duration) ? whole : whole + 1;
  }

  /** Seconds with three digits, for columns: {@code 1.250 s}. */
  static String seconds(Duration duration) {
    return BigDecimal.valueOf(millis(duration), 3).toPlainString() + " s";
  }
}
