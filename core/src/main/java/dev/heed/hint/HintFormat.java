package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/**
 * How a field writes the time to come back at, for {@link Hints#header(String, HintFormat)}.
 *
 * <p>Every format reads ASCII digits only and takes anything else, signs, exponents and trailing
 * text included, as if the field were absent. Numbers may have a decimal fraction, which is never
 * rounded down. An absolute time is compared with the response's own {@code Date}, to which its
 * {@code Age} is added, where these can be read; otherwise with the local clock. A time in the past
 * is a wait of zero.
 *
 * <p>More formats may be added later: a {@code switch} over them needs a {@code default}.
 */
public enum HintFormat {

  /** Seconds to wait: {@code 120}, {@code 1.5}. */
  SECONDS(Numbers::seconds),

  /** Milliseconds to wait: {@code 250}, {@code 0.5}. */
  MILLISECONDS(Numbers::milliseconds),

  /** A point in time, in seconds since 1970: {@code 1767225660}. */
  UNIX_SECONDS(Numbers::unixSeconds),

  /** A point in time, in milliseconds since 1970: {@code 1767225660000}. */
  UNIX_MILLISECONDS(Numbers::unixMilliseconds),

  /**
   * Whatever the value looks like. A number from 1e11 on is {@link #UNIX_MILLISECONDS}, from 1e9 on
   * {@link #UNIX_SECONDS}, below that {@link #SECONDS}, which is the right guess for every known
   * provider but those that send milliseconds to wait; other text may be a {@link #GO_DURATION}, an
   * {@link #ISO_8601} time or an HTTP date. Prefer a fixed format where the provider is known.
   */
  DETECT(Detect::read),

  /**
   * Numbers with units, as Go prints a duration: {@code 1h2m3s}, {@code 2m59.56s}, {@code 120ms}.
   * Units are d, h, m, s, ms, us (or µs) and ns; a lone {@code 0} has none.
   */
  GO_DURATION(GoDuration::read),

  /**
   * A point in time with its offset (ISO 8601, RFC 3339), seconds optional: {@code
   * 2026-01-01T00:05Z}, {@code 2026-01-01T00:05:00.25+01:00}.
   */
  ISO_8601(IsoTime::read),

  /** Seconds to wait or an HTTP date, as in {@code Retry-After} (RFC 9110, section 10.2.3). */
  RETRY_AFTER(RetryAfter::strict);

  private final ValueFormat format;

  HintFormat(ValueFormat format) {
    this.format = format;
  }

  Hint read(String header, String text, ResponseHead head, Instant now) {
    return format.read(header, text, head, now);
  }
}
