package dev.heed.hint;

import dev.heed.http.HttpDates;
import dev.heed.http.ResponseHead;
import java.time.Instant;

/** The two forms of {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or an HTTP date. */
final class RetryAfter {

  static final String HEADER = "Retry-After";

  private RetryAfter() {}

  static Hint strict(String header, String text, ResponseHead head, Instant now) {
    return startsWithLetter(text)
        ? date(header, text, head, now)
        : Numbers.seconds(header, text, head, now);
  }

  static Hint date(String header, String text, ResponseHead head, Instant now) {
    Instant clock = ServerClock.read(head, now);
    long second = HttpDates.epochSecond(text, clock);
    return second == HttpDates.MALFORMED
        ? Hint.none()
        : Waits.until(header, text, second, 0, clock);
  }

  private static boolean startsWithLetter(String text) {
    // A text that starts otherwise is a number or nothing: no date parser gets to guess at it.
    return !text.isEmpty() && isLetter(text.charAt(0));
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
