package dev.heed.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as a person writes and reads them. */
final class Spans {

  private static final Pattern SHORT = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)(ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of("ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

  private Spans() {}

  /**
   * Reads {@code 250ms}, {@code 2s}, {@code 1.5s}, {@code 1m}, {@code 1h} or ISO 8601.
   *
   * @param option whose value it is, for the message
   * @throws Failure when it is none of these, negative, or more than about 292 years
   */
  static Duration parse(String option, String text) throws Failure {
    Duration duration = read(option, text.strip());
    if (duration.isNegative()) {
      throw Failure.usage(option + ": a duration must not be negative: " + Text.shown(text));
    }
    return duration;
  }

  private static Duration read(String option, String text) throws Failure {
    Matcher written = SHORT.matcher(text);
    try {
      if (written.matches()) {
        BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(written.group(2), 1L));
        BigDecimal nanos = new BigDecimal(written.group(1)).multiply(unit);
        return Duration.ofNanos(nanos.toBigInteger().longValueExact());
      }
      Duration iso = Duration.parse(text.toUpperCase(Locale.ROOT));
      return Duration.ofNanos(iso.toNanos());
    } catch (DateTimeParseException e) {
      throw Failure.usage(
          option
              + ": '"
              + Text.shown(text)
              + "' is not a duration; write 250ms, 2s, 1m or PT1M30S");
    } catch (ArithmeticException e) {
      throw Failure.usage(option + ": " + Text.shown(text) + " is too long; at most 292 years");
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
