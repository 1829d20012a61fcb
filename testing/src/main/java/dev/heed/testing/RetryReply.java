package dev.heed.testing;

import dev.heed.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;

/**
 * Replies of a server that asks to be asked again later: {@code RetryReply.after(seconds)}. All are
 * {@code 429 Too Many Requests}; for another status, add the header to {@link Reply#status}.
 */
public final class RetryReply {

  private static final int TOO_MANY_REQUESTS = 429;

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private RetryReply() {}

  /**
   * 429 with {@code Retry-After} in seconds.
   *
   * @throws IllegalArgumentException when it is negative or not in whole seconds, which the field
   *     cannot say; {@link #header} says anything
   */
  public static Reply after(Duration wait) {
    Objects.requireNonNull(wait, "wait");
    if (wait.isNegative() || wait.toNanosPart() != 0) {
      throw new IllegalArgumentException(
          "Retry-After counts whole seconds, and "
              + Durations.text(wait)
              + " is none; RetryReply.header(\"Retry-After\", ...) sends any value");
    }
    return header("Retry-After", Long.toString(wait.toSeconds()));
  }

  /**
   * 429 with {@code Retry-After} as a date, rounded up to the second, since a date has no fraction.
   */
  public static Reply after(Instant date) {
    Objects.requireNonNull(date, "date");
    Instant second = date.truncatedTo(ChronoUnit.SECONDS);
    Instant whole = second.equals(date) ? second : second.plusSeconds(1);
    return header("Retry-After", HTTP_DATE.format(whole));
  }

  /** 429 with this header field, whatever it says: {@code header("Retry-After", "soon")}. */
  public static Reply header(String name, String value) {
    return Reply.status(TOO_MANY_REQUESTS).header(name, value);
  }
}
