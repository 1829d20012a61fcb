package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/**
 * Plain decimal numbers: ASCII digits, and where needed a point and more digits.
 *
 * <p>Everything stays in {@code long} arithmetic: no parser of the platform is asked, because each
 * of them takes spellings that are no plain decimal, and none tells too large from malformed.
 */
final class Numbers {

  /** The text is not a number. */
  static final long MALFORMED = -1;

  /** Stands for itself and for all larger numbers: none of them can be held. */
  static final long TOO_LARGE = Long.MAX_VALUE;

  static final int NANOS_PER_SECOND = 1_000_000_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private Numbers() {}

  static Hint seconds(String header, String text, ResponseHead head, Instant now) {
    int point = pointOf(text);
    long whole = whole(text, 0, point);
    int nanos = fraction(text, point);
    if (whole == MALFORMED || nanos < 0) {
      return Hint.none();
    }
    return Waits.after(header, text, whole, nanos);
  }

  static Hint milliseconds(String header, String text, ResponseHead head, Instant now) {
    int point = pointOf(text);
    long whole = whole(text, 0, point);
    int fraction = fraction(text, point);
    if (whole == MALFORMED || fraction < 0) {
      return Hint.none();
    }
    return Waits.after(header, text, whole / 1000, nanosOfMillis(whole, fraction));
  }

  static Hint unixSeconds(String header, String text, ResponseHead head, Instant now) {
    int point = pointOf(text);
    long whole = whole(text, 0, point);
    int nanos = fraction(text, point);
    if (whole == MALFORMED || nanos < 0) {
      return Hint.none();
    }
    return Waits.until(header, text, whole, nanos, ServerClock.read(head, now));
  }

  static Hint unixMilliseconds(String header, String text, ResponseHead head, Instant now) {
    int point = pointOf(text);
    long whole = whole(text, 0, point);
    int fraction = fraction(text, point);
    if (whole == MALFORMED || fraction < 0) {
      return Hint.none();
    }
    if (whole == TOO_LARGE) {
      return Hint.tooLong(header, text);
    }
    Instant clock = ServerClock.read(head, now);
    return Waits.until(header, text, whole / 1000, nanosOfMillis(whole, fraction), clock);
  }

  private static int nanosOfMillis(long millis, int fraction) {
    return (int) (millis % 1000) * NANOS_PER_MILLI + ceilingDivide(fraction, 1000);
  }

  private static int ceilingDivide(int number, int divisor) {
    return (number + divisor - 1) / divisor;
  }

  /** Where the decimal point stands, or the end of the text. */
  static int pointOf(String text) {
    int point = text.indexOf('.');
    return point < 0 ? text.length() : point;
  }

  /** The digits from one place to another, or {@link #MALFORMED}; at most {@link #TOO_LARGE}. */
  static long whole(String text, int from, int to) {
    if (from >= to) {
      return MALFORMED;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      number = append(number, digit);
    }
    return number;
  }

  private static long append(long number, int digit) {
    // Too large stays too large, but the rest has to be looked at: it may turn out malformed.
    return number > (TOO_LARGE - digit) / 10 ? TOO_LARGE : number * 10 + digit;
  }

  /** The fraction behind the point at {@code point}; zero when the text ends there. */
  static int fraction(String text, int point) {
    return point == text.length() ? 0 : billionths(text, point + 1, text.length());
  }

  /**
   * The digits of a fraction as billionths, rounded up, so 1,000,000,000 is possible; negative when
   * there is no digit or something else.
   */
  static int billionths(String text, int from, int to) {
    if (from >= to) {
      return (int) MALFORMED;
    }
    int number = 0;
    int scale = NANOS_PER_SECOND;
    boolean more = false;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return (int) MALFORMED;
      }
      scale /= 10;
      number += digit * scale;
      more |= scale == 0 && digit > 0;
    }
    return more ? number + 1 : number;
  }
}
