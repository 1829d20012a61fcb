package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** Durations as Go prints them: decimal numbers, each with its unit, added up. */
final class GoDuration {

  private GoDuration() {}

  static Hint read(String header, String text, ResponseHead head, Instant now) {
    if (text.equals("0")) {
      return Waits.after(header, text, 0, 0);
    }
    return new Sum(text).hint(header);
  }

  /** One pass over the text; seconds and billionths are kept apart, so that nothing is lost. */
  private static final class Sum {

    private final String text;
    private int at;
    private long seconds;
    private long nanos;

    Sum(String text) {
      this.text = text;
    }

    Hint hint(String header) {
      if (text.isEmpty()) {
        return Hint.none();
      }
      while (at < text.length()) {
        if (!addNext()) {
          return Hint.none();
        }
      }
      return Waits.after(header, text, seconds, (int) nanos);
    }

    private boolean addNext() {
      int point = skipDigits(at);
      long whole = Numbers.whole(text, at, point);
      int fraction = 0;
      at = point;
      if (point < text.length() && text.charAt(point) == '.') {
        at = skipDigits(point + 1);
        fraction = Numbers.billionths(text, point + 1, at);
      }
      long unit = nextUnit();
      if (whole == Numbers.MALFORMED || fraction < 0 || unit == 0) {
        return false;
      }
      add(whole, fraction, unit);
      return true;
    }

    private void add(long whole, int fraction, long unitNanos) {
      if (whole == Numbers.TOO_LARGE) {
        // Stands for any larger number too, so it must not be made smaller by a small unit.
        seconds = Waits.TOO_MANY_SECONDS;
      } else if (unitNanos >= Numbers.NANOS_PER_SECOND) {
        long unitSeconds = unitNanos / Numbers.NANOS_PER_SECOND;
        addSeconds(whole, unitSeconds);
        // A billionth of a unit is as many nanoseconds as the unit has seconds.
        addNanos(fraction * unitSeconds);
      } else {
        long perSecond = Numbers.NANOS_PER_SECOND / unitNanos;
        addSeconds(whole / perSecond, 1);
        addNanos(whole % perSecond * unitNanos);
        addNanos(ceilingDivide(fraction * unitNanos, Numbers.NANOS_PER_SECOND));
      }
    }

    private void addNanos(long count) {
      nanos += count;
      addSeconds(nanos / Numbers.NANOS_PER_SECOND, 1);
      nanos %= Numbers.NANOS_PER_SECOND;
    }

    private void addSeconds(long count, long factor) {
      boolean fits = count <= Waits.TOO_MANY_SECONDS / factor;
      long more = fits ? count * factor : Waits.TOO_MANY_SECONDS;
      seconds = Math.min(seconds + more, Waits.TOO_MANY_SECONDS);
    }

    private int skipDigits(int from) {
      int to = from;
      while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
        to++;
      }
      return to;
    }

    /** The nanoseconds of the unit at the current place, which it moves past; zero if none. */
    private long nextUnit() {
      if (at >= text.length()) {
        return 0;
      }
      int start = at;
      boolean two = at + 1 < text.length() && text.charAt(at + 1) == 's';
      at += two ? 2 : 1;
      return two ? subSecond(text.charAt(start)) : second(text.charAt(start));
    }

    private static long second(char unit) {
      return switch (unit) {
        case 'd' -> 86_400L * Numbers.NANOS_PER_SECOND;
        case 'h' -> 3600L * Numbers.NANOS_PER_SECOND;
        case 'm' -> 60L * Numbers.NANOS_PER_SECOND;
        case 's' -> Numbers.NANOS_PER_SECOND;
        default -> 0;
      };
    }

    private static long subSecond(char unit) {
      return switch (unit) {
        case 'm' -> 1_000_000;
        // The micro sign, the Greek letter that looks like it, and the plain letter for both.
        case 'u', '\u00B5', '\u03BC' -> 1000;
        case 'n' -> 1;
        default -> 0;
      };
    }

    private static long ceilingDivide(long number, long divisor) {
      return (number + divisor - 1) / divisor;
    }
  }
}
