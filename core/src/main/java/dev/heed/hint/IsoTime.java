package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Points in time as ISO 8601 and RFC 3339 write them, always with an offset, the seconds optional:
 * Jira leaves them out, and {@link Instant#parse} rejects that.
 */
final class IsoTime {

  private static final int SHORTEST = "2026-01-01T00:00Z".length();
  private static final int END_OF_MINUTES = SHORTEST - 1;

  private IsoTime() {}

  static Hint read(String header, String text, ResponseHead head, Instant now) {
    if (text.length() < SHORTEST || !hasShape(text)) {
      return Hint.none();
    }
    int end = endOfSeconds(text);
    if (end >= text.length()) {
      return Hint.none();
    }
    long minute = minuteOf(text);
    long second = end == END_OF_MINUTES ? 0 : pair(text, END_OF_MINUTES + 1, 59);
    int fractionEnd = endOfFraction(text, end);
    int nanos = fractionEnd == end ? 0 : Numbers.billionths(text, end + 1, fractionEnd);
    int offset = offsetMinutes(text, fractionEnd);
    if (minute == Long.MIN_VALUE || second < 0 || nanos < 0 || offset == Integer.MIN_VALUE) {
      return Hint.none();
    }
    long epochSecond = (minute - offset) * 60 + second;
    return Waits.until(header, text, epochSecond, nanos, ServerClock.read(head, now));
  }

  private static boolean hasShape(String text) {
    char separator = text.charAt(10);
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && (separator == 'T' || separator == 't')
        && text.charAt(13) == ':';
  }

  /** Minutes since 1970 as written, without the offset; {@code Long.MIN_VALUE} if malformed. */
  private static long minuteOf(String text) {
    int century = pair(text, 0, 99);
    int year = pair(text, 2, 99);
    int month = pair(text, 5, 12);
    int day = pair(text, 8, 31);
    int hour = pair(text, 11, 23);
    int minute = pair(text, 14, 59);
    if ((century | year | month | day | hour | minute) < 0 || month == 0) {
      return Long.MIN_VALUE;
    }
    YearMonth yearMonth = YearMonth.of(century * 100 + year, month);
    if (!yearMonth.isValidDay(day)) {
      return Long.MIN_VALUE;
    }
    LocalDate date = yearMonth.atDay(day);
    return (date.toEpochDay() * 24 + hour) * 60 + minute;
  }

  private static int endOfSeconds(String text) {
    return text.charAt(END_OF_MINUTES) == ':' ? END_OF_MINUTES + 3 : END_OF_MINUTES;
  }

  private static int endOfFraction(String text, int from) {
    boolean hasSeconds = from > END_OF_MINUTES;
    if (!hasSeconds || text.charAt(from) != '.') {
      return from;
    }
    int to = from + 1;
    while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
      to++;
    }
    return to;
  }

  /** Z, +01, +0100 or +01:00, up to 18 hours; {@code Integer.MIN_VALUE} if it is anything else. */
  private static int offsetMinutes(String text, int at) {
    int rest = text.length() - at;
    if (rest < 1) {
      return Integer.MIN_VALUE;
    }
    char sign = text.charAt(at);
    if (sign == 'Z' || sign == 'z') {
      return rest == 1 ? 0 : Integer.MIN_VALUE;
    }
    boolean colon = rest == 6 && text.charAt(at + 3) == ':';
    if ((sign != '+' && sign != '-') || (rest != 3 && rest != 5 && !colon)) {
      return Integer.MIN_VALUE;
    }
    int hours = pair(text, at + 1, 18);
    int minutes = rest == 3 ? 0 : pair(text, text.length() - 2, 59);
    int offset = hours * 60 + minutes;
    if ((hours | minutes) < 0 || offset > 18 * 60) {
      return Integer.MIN_VALUE;
    }
    return sign == '+' ? offset : -offset;
  }

  /** Two digits, or -1 when they are something else or above {@code max}. */
  private static int pair(String text, int at, int max) {
    long number = Numbers.whole(text, at, at + 2);
    return number > max ? -1 : (int) number;
  }
}
