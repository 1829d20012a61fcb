package dev.heed.http;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the three forms of an HTTP date (RFC 9110, section 5.6.7): {@code Sun, 06 Nov 1994 08:49:37
 * GMT}, the obsolete {@code Sunday, 06-Nov-94 08:49:37 GMT} and {@code Sun Nov 6 08:49:37 1994}
 * with the day padded to two places by a zero or a blank.
 *
 * <p>Letters may be of any case, because peers that write whole field values in lower case exist.
 * The time is always UTC, and no default locale or zone has an influence. The weekday has to be the
 * name of one, but is not compared with the date: a server that gets it wrong still means the date.
 * A second of 60, a zone other than GMT, a day that does not exist and blanks around the date are
 * malformed. Years run from 0000 to 9999.
 *
 * <p>Has no state, is safe for use by several threads, throws nothing for any text, and reads one
 * date without creating an object: this runs for every response that names a time.
 */
public final class HttpDates {

  /** What {@link #epochSecond} answers for text that is not an HTTP date. */
  public static final long MALFORMED = Long.MIN_VALUE;

  private static final int SECONDS_PER_DAY = 86_400;
  private static final int IMF_FIXDATE_LENGTH = 29;
  private static final int ASCTIME_LENGTH = 24;
  private static final int RFC_850_TAIL_LENGTH = 24;

  private HttpDates() {}

  /**
   * Reads an HTTP date.
   *
   * @param value the date, without blanks around it
   * @param now the time that two-digit years are near to: such a date never lies more than fifty
   *     years ahead of it
   * @return the instant, or empty when the text is not an HTTP date
   */
  public static Optional<Instant> parse(String value, Instant now) {
    long second = epochSecond(value, now);
    return second == MALFORMED ? Optional.empty() : Optional.of(Instant.ofEpochSecond(second));
  }

  /**
   * Reads an HTTP date as seconds since 1970-01-01T00:00:00Z.
   *
   * @param value the date, without blanks around it
   * @param now the time that two-digit years are near to: such a date never lies more than fifty
   *     years ahead of it
   * @return the second, negative before 1970, or {@link #MALFORMED}
   */
  public static long epochSecond(String value, Instant now) {
    int length = value.length();
    if (length == IMF_FIXDATE_LENGTH && value.charAt(3) == ',') {
      return imfFixdate(value);
    }
    if (length == ASCTIME_LENGTH && value.charAt(3) == ' ') {
      return asctime(value);
    }
    return rfc850(value, now);
  }

  private static long imfFixdate(String value) {
    boolean shaped =
        weekdayRest(value) != null
            && value.charAt(4) == ' '
            && value.charAt(7) == ' '
            && value.charAt(11) == ' '
            && value.charAt(16) == ' '
            && gmtAt(value, 25);
    if (!shaped) {
      return MALFORMED;
    }
    return combine(
        fourDigits(value, 12), monthAt(value, 8), twoDigits(value, 5), secondOfDay(value, 17));
  }

  private static long asctime(String value) {
    boolean shaped =
        weekdayRest(value) != null
            && value.charAt(7) == ' '
            && value.charAt(10) == ' '
            && value.charAt(19) == ' ';
    if (!shaped) {
      return MALFORMED;
    }
    int day = value.charAt(8) == ' ' ? digit(value, 9) : twoDigits(value, 8);
    return combine(fourDigits(value, 20), monthAt(value, 4), day, secondOfDay(value, 11));
  }

  private static long rfc850(String value, Instant now) {
    int comma = value.length() - RFC_850_TAIL_LENGTH;
    if (comma < 3 || value.charAt(comma) != ',') {
      return MALFORMED;
    }
    String rest = weekdayRest(value);
    boolean shaped =
        rest != null
            && comma == 3 + rest.length()
            && lettersAt(value, 3, rest)
            && value.charAt(comma + 1) == ' '
            && value.charAt(comma + 4) == '-'
            && value.charAt(comma + 8) == '-'
            && value.charAt(comma + 11) == ' '
            && gmtAt(value, comma + 20);
    if (!shaped) {
      return MALFORMED;
    }
    int shortYear = twoDigits(value, comma + 9);
    int month = monthAt(value, comma + 5);
    int day = twoDigits(value, comma + 2);
    int second = secondOfDay(value, comma + 12);
    if ((shortYear | month | day | second) < 0) {
      return MALFORMED;
    }
    return combine(fullYear(shortYear, month, day, second, now), month, day, second);
  }

  /**
   * The latest year with these two digits whose date is at most fifty years after {@code now}: the
   * window slides with the clock, down to the second.
   */
  private static long fullYear(int shortYear, int month, int day, int second, Instant now) {
    long nowSecond = now.getEpochSecond();
    long nowYear = yearOf(Math.floorDiv(nowSecond, SECONDS_PER_DAY));
    long last = nowYear + 50;
    long year = last - Math.floorMod(last - shortYear, 100L);
    boolean beyond =
        year == last && epochDay(nowYear, month, day) * SECONDS_PER_DAY + second > nowSecond;
    return beyond ? year - 100 : year;
  }

  private static long combine(long year, int month, int day, int secondOfDay) {
    if ((month | day | secondOfDay) < 0 || year == MALFORMED) {
      return MALFORMED;
    }
    if (day < 1 || day > daysIn(year, month)) {
      return MALFORMED;
    }
    return epochDay(year, month, day) * SECONDS_PER_DAY + secondOfDay;
  }

  private static int daysIn(long year, int month) {
    if (month == 2) {
      boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
      return leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  // Both conversions count years from March, so that the leap day is the last day of a year, and
  // in eras of 400 years, after which the calendar repeats.

  private static long epochDay(long year, int month, int day) {
    long marchYear = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(marchYear, 400L);
    long yearOfEra = marchYear - era * 400;
    long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }

  private static long yearOf(long epochDay) {
    long shifted = epochDay + 719_468;
    long era = Math.floorDiv(shifted, 146_097L);
    long dayOfEra = shifted - era * 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long marchYear = yearOfEra + era * 400;
    return dayOfYear >= 306 ? marchYear + 1 : marchYear;
  }

  private static int secondOfDay(String value, int at) {
    if (value.charAt(at + 2) != ':' || value.charAt(at + 5) != ':') {
      return -1;
    }
    int hour = twoDigits(value, at);
    int minute = twoDigits(value, at + 3);
    int second = twoDigits(value, at + 6);
    if ((hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
      return -1;
    }
    return hour * 3600 + minute * 60 + second;
  }

  private static long fourDigits(String value, int at) {
    int century = twoDigits(value, at);
    int year = twoDigits(value, at + 2);
    return (century | year) < 0 ? MALFORMED : century * 100L + year;
  }

  private static int twoDigits(String value, int at) {
    int tens = digit(value, at);
    int ones = digit(value, at + 1);
    return (tens | ones) < 0 ? -1 : tens * 10 + ones;
  }

  private static int digit(String value, int at) {
    int digit = value.charAt(at) - '0';
    return digit >= 0 && digit <= 9 ? digit : -1;
  }

  private static boolean gmtAt(String value, int at) {
    return value.charAt(at) == ' ' && threeLetters(value, at + 1) == ('g' << 16 | 'm' << 8 | 't');
  }

  private static int monthAt(String value, int at) {
    return switch (threeLetters(value, at)) {
      case 'j' << 16 | 'a' << 8 | 'n' -> 1;
      case 'f' << 16 | 'e' << 8 | 'b' -> 2;
      case 'm' << 16 | 'a' << 8 | 'r' -> 3;
      case 'a' << 16 | 'p' << 8 | 'r' -> 4;
      case 'm' << 16 | 'a' << 8 | 'y' -> 5;
      case 'j' << 16 | 'u' << 8 | 'n' -> 6;
      case 'j' << 16 | 'u' << 8 | 'l' -> 7;
      case 'a' << 16 | 'u' << 8 | 'g' -> 8;
      case 's' << 16 | 'e' << 8 | 'p' -> 9;
      case 'o' << 16 | 'c' << 8 | 't' -> 10;
      case 'n' << 16 | 'o' << 8 | 'v' -> 11;
      case 'd' << 16 | 'e' << 8 | 'c' -> 12;
      default -> -1;
    };
  }

  /** What follows the three letters in the full name of the weekday, or null if it is none. */
  private static @Nullable String weekdayRest(String value) {
    return switch (threeLetters(value, 0)) {
      case 's' << 16 | 'u' << 8 | 'n', 'm' << 16 | 'o' << 8 | 'n', 'f' << 16 | 'r' << 8 | 'i' ->
          "day";
      case 't' << 16 | 'u' << 8 | 'e' -> "sday";
      case 'w' << 16 | 'e' << 8 | 'd' -> "nesday";
      case 't' << 16 | 'h' << 8 | 'u' -> "rsday";
      case 's' << 16 | 'a' << 8 | 't' -> "urday";
      default -> null;
    };
  }

  /** Three letters in lower case, one to a byte, or a number that no letters have. */
  private static int threeLetters(String value, int at) {
    char first = value.charAt(at);
    char second = value.charAt(at + 1);
    char third = value.charAt(at + 2);
    // Without this a wide character could spill into the byte of its neighbor.
    if ((first | second | third) > 127) {
      return -1;
    }
    return (first | 0x20) << 16 | (second | 0x20) << 8 | third | 0x20;
  }

  // Not String.regionMatches: its case folding takes the dotless i for an i.
  private static boolean lettersAt(String value, int at, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      if ((value.charAt(at + i) | 0x20) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
