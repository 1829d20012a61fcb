package dev.heed.verify.e2e;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;

/** What a Retry-After says to the wrong command. */
record WrongHints(Set<Fault> faults) {

  private static final double LONG = 9;

  /** Seconds; 0 and less for nothing that can be used. */
  double seconds(String header, int status) {
    if (faults.contains(Fault.IGNORES_HINTS)) {
      return 0;
    }
    if (faults.contains(Fault.HINTS_ON_429_ONLY) && status != 429) {
      return -1;
    }
    if (header.matches("[0-9]+")) {
      int seconds = Integer.parseInt(header);
      return seconds == 0 && faults.contains(Fault.ZERO_IS_LONG) ? LONG : seconds;
    }
    if (faults.contains(Fault.NO_DATES)) {
      return 0;
    }
    double date = secondsUntil(header);
    return date <= 0 && faults.contains(Fault.BAD_HINT_IS_LONG) ? LONG : date;
  }

  private static double secondsUntil(String date) {
    try {
      ZonedDateTime until = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Duration.between(TimeSource.system().now(), until.toInstant()).toNanos() / 1e9;
    } catch (DateTimeParseException e) {
      return -1;
    }
  }
}
