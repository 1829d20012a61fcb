package dev.heed.hint;

import dev.heed.http.HttpDates;
import dev.heed.http.ResponseHead;
import java.time.Instant;

/**
 * The time at the server when the response was received: its {@code Date}, plus its {@code Age} if
 * a cache kept it (RFC 9111, section 4.2.3). An absolute time is the server's, so that comparing it
 * with the server's clock makes a wrong clock on this machine harmless.
 */
final class ServerClock {

  /** The largest age there is (RFC 9111, section 1.2.2); a larger number says nothing. */
  private static final long MAX_AGE = 1L << 31;

  private ServerClock() {}

  /** The clock of the server, or {@code now} when the response does not tell. */
  static Instant read(ResponseHead head, Instant now) {
    String date = Fields.single(head, "Date");
    if (date == null) {
      return now;
    }
    long second = HttpDates.epochSecond(date, now);
    return second == HttpDates.MALFORMED ? now : Instant.ofEpochSecond(second + age(head));
  }

  private static long age(ResponseHead head) {
    String text = Fields.single(head, "Age");
    long age = text == null ? Numbers.MALFORMED : Numbers.whole(text, 0, text.length());
    return age == Numbers.MALFORMED || age > MAX_AGE ? 0 : age;
  }
}
