package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** Tells by size and shape what a value means, for fields that providers use in many ways. */
final class Detect {

  /** As seconds to wait this is 31 years; as a point in time it is the year 2001. */
  static final long FIRST_UNIX_SECOND = 1_000_000_000L;

  /** As seconds since 1970 this is the year 5138; as milliseconds it is 1973. */
  private static final long FIRST_UNIX_MILLISECOND = 100_000_000_000L;

  private Detect() {}

  static Hint read(String header, String text, ResponseHead head, Instant now) {
    Hint number = number(header, text, head, now);
    if (number.isPresent()) {
      return number;
    }
    Hint duration = GoDuration.read(header, text, head, now);
    if (duration.isPresent()) {
      return duration;
    }
    Hint time = IsoTime.read(header, text, head, now);
    return time.isPresent() ? time : RetryAfter.date(header, text, head, now);
  }

  private static Hint number(String header, String text, ResponseHead head, Instant now) {
    long whole = Numbers.whole(text, 0, Numbers.pointOf(text));
    if (whole >= FIRST_UNIX_MILLISECOND) {
      return Numbers.unixMilliseconds(header, text, head, now);
    }
    return whole >= FIRST_UNIX_SECOND
        ? Numbers.unixSeconds(header, text, head, now)
        : Numbers.seconds(header, text, head, now);
  }

  /** As {@code Retry-After}, but a number that can only be a point in time is read as one. */
  static Hint retryAfter(String header, String text, ResponseHead head, Instant now) {
    long whole = Numbers.whole(text, 0, Numbers.pointOf(text));
    return whole >= FIRST_UNIX_SECOND
        ? Numbers.unixSeconds(header, text, head, now)
        : RetryAfter.strict(header, text, head, now);
  }
}
