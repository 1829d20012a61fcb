package dev.heed.hint;

import dev.heed.http.HttpDates;
import dev.heed.http.ResponseHead;
import java.time.Instant;

/** The two forms of {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or an HTTP date. */
final class RetryAfter {

  static final String HEADER = "Retry-After";

  private RetryAfter() {}

  static Hint strict(String header, String text, ResponseHead head, Instant now) {
    Hint number = Numbers.seconds(header, text, head, now);
    return number.isPresent() ? number : date(header, text, head, now);
  }

  /** Each form of a date starts with a weekday, so that no digit and no sign is read as one. */
  static Hint date(String header, String text, ResponseHead head, Instant now) {
    Instant clock = ServerClock.read(head, now);
    long second = HttpDates.epochSecond(text, clock);
    return second == HttpDates.MALFORMED
        ? Hint.none()
        : Waits.until(header, text, second, 0, clock);
  }
}
