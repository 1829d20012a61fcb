package dev.heed.hint;

import dev.heed.text.Words;
import java.util.List;

/**
 * The ready-made readers, each made once. The header names and rules come from the providers'
 * documentation and their own client libraries.
 */
final class Dialects {

  static final HintReader NONE = new Dialect("none", (head, now) -> Hint.none());

  static final HintReader RETRY_AFTER =
      new Dialect("retry-after", FieldReader.strict(RetryAfter.HEADER, RetryAfter::strict));

  static final HintReader AZURE = new Dialect("azure", milliseconds().orElse(RETRY_AFTER));

  static final HintReader AWS =
      new Dialect(
          "aws",
          FieldReader.strict("x-amz-retry-after", Numbers::milliseconds).orElse(RETRY_AFTER));

  static final HintReader GITHUB =
      new Dialect(
          "github",
          RETRY_AFTER.orElse(
              new ResetReader(
                  List.of(new Quota("x-ratelimit-remaining", "x-ratelimit-reset")),
                  Quota.EXACTLY_ZERO,
                  Numbers::unixSeconds,
                  Fields::strict,
                  Statuses.of(403, 429))));

  static final HintReader JIRA =
      new Dialect(
          "jira",
          RETRY_AFTER.orElse(
              new ResetReader(
                  List.of(new Quota(null, "X-RateLimit-Reset")),
                  Quota.NOT_SOME,
                  IsoTime::read,
                  Fields::strict,
                  Statuses.of(429))));

  static final HintReader OPENAI =
      new Dialect(
          "openai",
          AZURE.orElse(
              new QuotaReader(
                  List.of(
                      new Quota("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
                      new Quota("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
                      new Quota(
                          "x-ratelimit-remaining-project-tokens",
                          "x-ratelimit-reset-project-tokens")),
                  Detect::read,
                  Statuses.of(429, 503))));

  static final HintReader ANTHROPIC =
      new Dialect(
          "anthropic",
          AZURE.orElse(
              new QuotaReader(
                  List.of(
                      anthropic("requests"),
                      anthropic("tokens"),
                      anthropic("input-tokens"),
                      anthropic("output-tokens")),
                  IsoTime::read,
                  Statuses.of(429, 529))),
          Statuses.of(529));

  static final HintReader LINEAR =
      new Dialect(
          "linear",
          AZURE.orElse(
              new QuotaReader(
                  List.of(linear("Requests"), linear("Complexity"), linear("Endpoint-Requests")),
                  Numbers::unixMilliseconds,
                  Statuses.of(400, 429))),
          Statuses.of(400));

  static final HintReader SENTRY = new Dialect("sentry", new SentryReader(null));

  static final HintReader RATE_LIMIT_FIELDS =
      new Dialect("ratelimit-fields", new RateLimitFieldsReader("RateLimit"));

  static final HintReader RATE_LIMIT_RESET =
      new Dialect("ratelimit-reset", rateLimitReset(Fields::strict));

  static final HintReader STANDARD =
      new Dialect(
          "standard",
          FieldReader.lenient("x-ms-retry-after-ms", Numbers::milliseconds)
              .orElse(FieldReader.lenient("retry-after-ms", Numbers::milliseconds))
              .orElse(FieldReader.lenient(RetryAfter.HEADER, Detect::retryAfter))
              .orElse(RATE_LIMIT_FIELDS)
              .orElse(rateLimitReset(Fields::lenient)));

  /** In the order of the command line's help. */
  private static final List<HintReader> ALL =
      List.of(
          RETRY_AFTER,
          AZURE,
          AWS,
          GITHUB,
          JIRA,
          STANDARD,
          OPENAI,
          ANTHROPIC,
          LINEAR,
          SENTRY,
          RATE_LIMIT_FIELDS,
          RATE_LIMIT_RESET,
          NONE);

  static final List<String> NAMES = ALL.stream().map(HintReader::name).toList();

  private Dialects() {}

  static HintReader named(String name) {
    int place = NAMES.indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "there is no hint reader named '%s'; %sthe names are: %s"
              .formatted(name, meant(name), String.join(", ", NAMES)));
    }
    return ALL.get(place);
  }

  private static String meant(String name) {
    return Words.nearest(name, NAMES)
        .map(near -> "did you mean '" + near + "'? If not, ")
        .orElse("");
  }

  private static HintReader milliseconds() {
    return FieldReader.strict("x-ms-retry-after-ms", Numbers::milliseconds)
        .orElse(FieldReader.strict("retry-after-ms", Numbers::milliseconds));
  }

  private static Quota anthropic(String limit) {
    return new Quota(
        "anthropic-ratelimit-" + limit + "-remaining", "anthropic-ratelimit-" + limit + "-reset");
  }

  private static Quota linear(String limit) {
    return new Quota("X-RateLimit-" + limit + "-Remaining", "X-RateLimit-" + limit + "-Reset");
  }

  private static HintReader rateLimitReset(Fields.Reading reading) {
    List<Quota> quotas =
        List.of(
            new Quota("X-RateLimit-Remaining", "X-RateLimit-Reset-After"),
            new Quota("RateLimit-Remaining", "RateLimit-Reset"),
            new Quota("X-RateLimit-Remaining", "X-RateLimit-Reset"),
            new Quota("X-Rate-Limit-Remaining", "X-Rate-Limit-Reset"),
            new Quota("Fastly-RateLimit-Remaining", "Fastly-RateLimit-Reset"),
            new Quota("ratelimitbysize-remaining", "ratelimitbysize-reset"));
    return new ResetReader(quotas, Quota.NOT_SOME, Detect::read, reading, Statuses.of(429, 503));
  }
}
