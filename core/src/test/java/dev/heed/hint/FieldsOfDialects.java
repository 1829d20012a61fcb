package dev.heed.hint;

import java.util.List;
import java.util.Map;

/** The fields that each dialect consists of; Date and Age come on top for absolute times. */
final class FieldsOfDialects {

  private static final String AZURE = "x-ms-retry-after-ms retry-after-ms retry-after";
  private static final String RESETS =
      "x-ratelimit-reset-after ratelimit-reset x-ratelimit-reset x-rate-limit-reset"
          + " fastly-ratelimit-reset ratelimitbysize-reset x-ratelimit-remaining"
          + " ratelimit-remaining x-rate-limit-remaining fastly-ratelimit-remaining"
          + " ratelimitbysize-remaining";

  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("retry-after", "retry-after"),
          Map.entry("azure", AZURE),
          Map.entry("aws", "x-amz-retry-after retry-after"),
          Map.entry("github", "retry-after x-ratelimit-remaining x-ratelimit-reset"),
          Map.entry("jira", "retry-after x-ratelimit-reset"),
          Map.entry("standard", AZURE + " ratelimit " + RESETS),
          Map.entry(
              "openai",
              AZURE
                  + " x-ratelimit-remaining-requests x-ratelimit-reset-requests"
                  + " x-ratelimit-remaining-tokens x-ratelimit-reset-tokens"
                  + " x-ratelimit-remaining-project-tokens x-ratelimit-reset-project-tokens"),
          Map.entry(
              "anthropic",
              AZURE
                  + " anthropic-ratelimit-requests-remaining anthropic-ratelimit-requests-reset"
                  + " anthropic-ratelimit-tokens-remaining anthropic-ratelimit-tokens-reset"
                  + " anthropic-ratelimit-input-tokens-remaining"
                  + " anthropic-ratelimit-input-tokens-reset"
                  + " anthropic-ratelimit-output-tokens-remaining"
                  + " anthropic-ratelimit-output-tokens-reset"),
          Map.entry(
              "linear",
              AZURE
                  + " x-ratelimit-requests-remaining x-ratelimit-requests-reset"
                  + " x-ratelimit-complexity-remaining x-ratelimit-complexity-reset"
                  + " x-ratelimit-endpoint-requests-remaining"
                  + " x-ratelimit-endpoint-requests-reset"),
          Map.entry("sentry", "x-sentry-rate-limits retry-after"),
          Map.entry("sentry(error)", "x-sentry-rate-limits retry-after"),
          Map.entry("ratelimit-fields", "ratelimit"),
          Map.entry("ratelimit-reset", RESETS),
          Map.entry("none", "retry-after"));

  private FieldsOfDialects() {}

  static List<String> of(String dialect) {
    String fields = FIELDS.get(dialect);
    if (fields == null) {
      throw new IllegalArgumentException("no fields are known for " + dialect);
    }
    return List.of(fields.split(" ", -1));
  }
}
