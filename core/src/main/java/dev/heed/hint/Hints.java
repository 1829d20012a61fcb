package dev.heed.hint;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The ready-made hint readers, one for each dialect in which servers say when to come back, and the
 * ways to combine them.
 *
 * <p>All readers but {@link #standard()} are strict: a field that is sent twice with different
 * values, or that holds a list where one value belongs, counts as absent, because nobody can tell
 * which value is meant. A field that is absent, malformed or too large to be held falls through to
 * the next one of the dialect; where nothing else decides, a number too large gives {@link
 * Hint.Kind#TOO_LONG}, never "no hint". An absolute time is compared with the response's own {@code
 * Date} plus {@code Age}, where these can be read, so that a wrong local clock does not matter. A
 * time in the past is a wait of zero.
 *
 * <p>Readers of this class are immutable and safe for use by several threads. None of the methods
 * takes or returns null.
 */
public final class Hints {

  private Hints() {}

  /**
   * {@code Retry-After}, the field of the standard: seconds, with or without a fraction, or an HTTP
   * date (RFC 9110, section 10.2.3). This is the default of every plan.
   */
  public static HintReader retryAfter() {
    return Dialects.RETRY_AFTER;
  }

  /**
   * Azure and the many client libraries that follow it: {@code x-ms-retry-after-ms}, then {@code
   * retry-after-ms}, both in milliseconds, then {@code Retry-After}.
   */
  public static HintReader azure() {
    return Dialects.AZURE;
  }

  /** Amazon Web Services: {@code x-amz-retry-after} in milliseconds, then {@code Retry-After}. */
  public static HintReader aws() {
    return Dialects.AWS;
  }

  /**
   * GitHub: {@code Retry-After}; without it, on 403 and 429, {@code x-ratelimit-reset} in seconds
   * since 1970 if {@code x-ratelimit-remaining} is present and zero.
   */
  public static HintReader gitHub() {
    return Dialects.GITHUB;
  }

  /**
   * Jira and Confluence Cloud: {@code Retry-After}; without it, on 429, {@code X-RateLimit-Reset}
   * as ISO 8601 time, with or without seconds.
   */
  public static HintReader jira() {
    return Dialects.JIRA;
  }

  /**
   * For a provider that you know nothing about: {@link #azure()}, then {@link #rateLimitFields()},
   * then {@link #rateLimitReset()}.
   *
   * <p>It alone is lenient, because a wait too long is the lesser evil: of several values of one
   * field, on several lines or in a list, it takes the longest valid one, and a {@code Retry-After}
   * of 1,000,000,000 or more is a time in seconds since 1970.
   */
  public static HintReader standard() {
    return Dialects.STANDARD;
  }

  /**
   * OpenAI, and with the same fields Groq and Azure OpenAI: {@link #azure()}; without a hint there,
   * on 429 and 503, the longest {@code x-ratelimit-reset-*} (requests, tokens, project-tokens) of
   * those whose {@code x-ratelimit-remaining-*} is zero or less.
   */
  public static HintReader openAi() {
    return Dialects.OPENAI;
  }

  /**
   * Anthropic: {@link #azure()}; without a hint there, on 429 and 529, the longest {@code
   * anthropic-ratelimit-*-reset} (requests, tokens, input-tokens, output-tokens) of those whose
   * {@code -remaining} is zero or less. Names the status 529, "overloaded".
   */
  public static HintReader anthropic() {
    return Dialects.ANTHROPIC;
  }

  /**
   * Linear: {@link #azure()}; without a hint there, on 400 and 429, the longest {@code
   * X-RateLimit-*-Reset} (Requests, Complexity, Endpoint-Requests), in milliseconds since 1970, of
   * those whose {@code -Remaining} is zero or less. Names the status 400, by which Linear says that
   * it is rate limited.
   */
  public static HintReader linear() {
    return Dialects.LINEAR;
  }

  /** Sentry, all categories of data: see {@link #sentry(String)}. */
  public static HintReader sentry() {
    return Dialects.SENTRY;
  }

  /**
   * Sentry: the longest limit of {@code X-Sentry-Rate-Limits}, on any status, that is for this
   * category or for all. Where a 429 has no such field, {@code Retry-After}, or else one minute.
   *
   * @param category the category of data that is sent, such as {@code error}, in exact spelling
   */
  public static HintReader sentry(String category) {
    return new SentryReader(Objects.requireNonNull(category, "category"));
  }

  /**
   * The {@code RateLimit} field of the IETF draft "RateLimit header fields for HTTP" on 429 and
   * 503, in its current form and in that of draft 07: the longest time of the limits that have
   * nothing remaining.
   */
  public static HintReader rateLimitFields() {
    return Dialects.RATE_LIMIT_FIELDS;
  }

  /**
   * The field of {@link #rateLimitFields()} under another name, such as Jira's {@code
   * Beta-RateLimit}.
   *
   * @param header the name of the field, in any letter case
   * @throws IllegalArgumentException if the name cannot be one of a field
   */
  public static HintReader rateLimitFields(String header) {
    return new RateLimitFieldsReader(FieldNames.check(header));
  }

  /**
   * The reset times that providers send without a standard, on 429 and 503: {@code
   * X-RateLimit-Reset-After}, {@code RateLimit-Reset}, {@code X-RateLimit-Reset}, {@code
   * X-Rate-Limit-Reset}, {@code Fastly-RateLimit-Reset} and {@code ratelimitbysize-reset}, in that
   * order, in whatever unit they come ({@link HintFormat#DETECT}). Each counts unless its
   * "remaining" says that something is left, since such times also ride on responses that another
   * limit caused.
   */
  public static HintReader rateLimitReset() {
    return Dialects.RATE_LIMIT_RESET;
  }

  /**
   * One field of your own provider, on any status.
   *
   * @param header the name of the field, in any letter case
   * @param format how the field writes the time
   * @throws IllegalArgumentException if the name cannot be one of a field
   */
  public static HintReader header(String header, HintFormat format) {
    Objects.requireNonNull(format, "format");
    return FieldReader.strict(FieldNames.check(header), format::read);
  }

  /** Reads nothing: only the backoff decides how long to wait. */
  public static HintReader none() {
    return Dialects.NONE;
  }

  /**
   * The reader with this name, for settings files and command lines.
   *
   * @param name one of {@link #names()}, in exact spelling
   * @throws IllegalArgumentException if there is none; the message lists the names, and the one
   *     that is most likely meant
   */
  public static HintReader named(String name) {
    return Dialects.named(Objects.requireNonNull(name, "name"));
  }

  /** The names that {@link #named} knows. Unmodifiable; its order is fit for showing. */
  public static List<String> names() {
    return Dialects.NAMES;
  }

  /**
   * The first of these readers that finds a hint; the same as a chain of {@link HintReader#orElse}.
   *
   * @param readers in order of priority; without any, nothing is read
   */
  public static HintReader firstOf(HintReader... readers) {
    if (readers.length == 0) {
      return none();
    }
    HintReader chain = readers[readers.length - 1];
    for (int i = readers.length - 2; i >= 0; i--) {
      chain = readers[i].orElse(chain);
    }
    return Objects.requireNonNull(chain, "readers");
  }

  /**
   * The longest wait that these readers find, where too long is longer than any wait.
   *
   * @param readers in any order; without any, nothing is read
   */
  public static HintReader maxOf(HintReader... readers) {
    return new LongestReader(List.of(readers));
  }

  /**
   * A reader that is asked on some statuses only. Of these, it makes every error status (400 and
   * above) one that the dialect names: such a response is retried, but only with a valid hint.
   *
   * @param reader finds the hint
   * @param statuses the status codes, 100 to 999
   * @throws IllegalArgumentException if there is no status, or one that cannot be
   */
  public static HintReader onStatus(HintReader reader, int... statuses) {
    Objects.requireNonNull(reader, "reader");
    return new StatusReader(reader, Statuses.checked(statuses));
  }

  /**
   * A reader whose waits are longer by a fixed time, for servers that cut the fraction off the time
   * they name, or that refuse what arrives within the last second.
   *
   * @param reader finds the hint
   * @param padding what is added to every wait, zero ones included; zero or more
   * @throws IllegalArgumentException if the padding is negative
   */
  public static HintReader padded(HintReader reader, Duration padding) {
    Objects.requireNonNull(reader, "reader");
    if (padding.isNegative()) {
      throw new IllegalArgumentException(
          "padding must not be negative, but is " + Durations.text(padding));
    }
    return new PaddedReader(reader, padding);
  }
}
