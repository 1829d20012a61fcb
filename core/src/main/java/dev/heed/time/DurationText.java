package dev.heed.time;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads durations that a person has written. */
final class DurationText {

  private static final Pattern WRITTEN =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)(\\s*)([A-Za-z]*)");
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private DurationText() {}

  static Duration parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    return written.matches() ? shortForm(written) : iso(text);
  }

  private static Duration shortForm(Matcher written) {
    String number = written.group(1);
    String unit = written.group(3);
    long nanos = nanos(unit);
    if (nanos > 0 && written.group(2).isEmpty()) {
      BigDecimal amount = new BigDecimal(number).multiply(BigDecimal.valueOf(nanos));
      if (amount.toBigInteger().compareTo(MOST) > 0) {
        throw tooLong(written.group());
      }
      return Duration.ofNanos(amount.longValue());
    }
    if (unit.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' has no unit; write %sms, %ss, %sm or %sh"
              .formatted(written.group(), number, number, number, number));
    }
    String meant = meant(unit);
    if (meant == null) {
      throw unknown(written.group());
    }
    throw new IllegalArgumentException(
        "'%s' is not a duration, did you mean '%s%s'".formatted(written.group(), number, meant));
  }

  private static long nanos(String unit) {
    return switch (unit) {
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> 0;
    };
  }

  private static @Nullable String meant(String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "ms", "msec", "msecs", "milli", "millis", "millisecond", "milliseconds" -> "ms";
      case "s", "sec", "secs", "second", "seconds" -> "s";
      case "m", "min", "mins", "minute", "minutes" -> "m";
      case "h", "hr", "hrs", "hour", "hours" -> "h";
      default -> null;
    };
  }

  private static Duration iso(String text) {
    Duration duration;
    try {
      duration = Duration.parse(text.toUpperCase(Locale.ROOT));
    } catch (DateTimeParseException e) {
      throw unknown(text);
    }
    if (duration.isNegative()) {
      throw new IllegalArgumentException("a duration must not be negative: " + text);
    }
    if (duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
      throw tooLong(text);
    }
    return duration;
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a duration; write 250ms, 2s, 1m or PT1M30S");
  }

  private static IllegalArgumentException tooLong(String text) {
    return new IllegalArgumentException(text + " is too long; at most 292 years");
  }
}
