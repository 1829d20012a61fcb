package dev.heed.hint;

import java.time.Duration;
import java.time.Instant;

/** Makes hints of numbers without ever wrapping, throwing or turning negative. */
final class Waits {

  /**
   * From here on a wait is too long to be held. The bound keeps {@link Duration#toMillis()} from
   * throwing for any hint, and lies some 292 million years beyond the longest sensible one.
   */
  static final long TOO_MANY_SECONDS = Long.MAX_VALUE / 1000;

  /** More than any clock can show, and far from where a difference of two numbers could wrap. */
  private static final long BEYOND_ALL_CLOCKS = Long.MAX_VALUE / 2;

  private Waits() {}

  /**
   * A wait of so many seconds.
   *
   * @param seconds zero or more
   * @param nanos from zero to a whole second, because fractions are rounded up
   */
  static Hint after(String header, String text, long seconds, int nanos) {
    boolean carried = nanos == Numbers.NANOS_PER_SECOND;
    // The largest number stands for itself and for all that are larger: it must not be added to.
    if (seconds >= TOO_MANY_SECONDS || (carried && seconds + 1 >= TOO_MANY_SECONDS)) {
      return Hint.tooLong(header, text);
    }
    return Hint.waitFor(Duration.ofSeconds(seconds, nanos), header, text);
  }

  /**
   * A wait until a second since 1970, zero when that is past.
   *
   * @param seconds any second
   * @param nanos from zero to a whole second, because fractions are rounded up
   * @param clock the time to compare with
   */
  static Hint until(String header, String text, long seconds, int nanos, Instant clock) {
    if (seconds > BEYOND_ALL_CLOCKS) {
      return Hint.tooLong(header, text);
    }
    long difference = seconds - clock.getEpochSecond();
    int rest = nanos - clock.getNano();
    if (rest < 0) {
      difference--;
      rest += Numbers.NANOS_PER_SECOND;
    }
    return difference < 0
        ? Hint.waitFor(Duration.ZERO, header, text)
        : after(header, text, difference, rest);
  }

  /**
   * A wait that is longer by some time.
   *
   * @param wait a wait that is not negative
   * @param padding zero or more
   */
  static Hint lengthen(Hint wait, Duration padding) {
    Duration room = Duration.ofSeconds(TOO_MANY_SECONDS).minus(wait.duration());
    return padding.compareTo(room) >= 0
        ? wait.asTooLong()
        : wait.withDuration(wait.duration().plus(padding));
  }
}
