package dev.heed.delivery.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D2")
class HttpConfigTest {

  @Test
  @Tag("statement-31")
  void theDefaultsAreTheNumbersOfTheContract() {
    HttpConfig config = HttpConfig.defaults();
    assertThat(config)
        .hasToString(
            "rateLimitConfig on: maxRetryCount=100, maxRetryInterval=5 min,"
                + " maxRateLimitDuration=12 h; backoffConfig on: maxRetryCount=10,"
                + " baseBackoffInterval=500 ms, maxBackoffInterval=1 min,"
                + " maxTotalBackoffDuration=12 h, jitterPercent=10, default4xxBehavior=DROP,"
                + " default5xxBehavior=RETRY, unknownCodeBehavior=DROP, statusCodeOverrides={}");
    assertThat(config.adjustments()).isEmpty();
  }

  @Test
  void aHundredLongestPausesFitIntoTheTimeForPauses() {
    RateLimitConfig config = HttpConfig.defaults().rateLimit();
    assertThat(config.maxRetryInterval().multipliedBy(config.maxRetryCount()))
        .isLessThan(config.maxRateLimitDuration());
  }

  @Test
  void zeroRetriesAreAllowedAndNegativeOnesAreNot() {
    assertThat(backoff(b -> b.maxRetryCount(0)).maxRetryCount()).isZero();
    assertThat(rateLimit(r -> r.maxRetryCount(0)).maxRetryCount()).isZero();
    assertThat(backoff(b -> b.maxRetryCount(-1)).maxRetryCount()).isZero();
    assertThat(rateLimit(r -> r.maxRetryCount(1001)).maxRetryCount()).isEqualTo(1000);
  }

  @Test
  @Tag("statement-4")
  void aTimeForRetriesIsNeverZero() {
    assertThat(backoff(b -> b.maxTotalBackoffDuration(Duration.ZERO)).maxTotalBackoffDuration())
        .hasSeconds(1);
  }

  @Test
  @Tag("statement-5")
  @Tag("statement-6")
  void theLongestPauseIsBetweenOneSecondAndFiveMinutes() {
    assertThat(rateLimit(r -> r.maxRetryInterval(Duration.ZERO)).maxRetryInterval()).hasSeconds(1);
    assertThat(rateLimit(r -> r.maxRetryInterval(Duration.ofHours(1))).maxRetryInterval())
        .hasSeconds(300);
    assertThat(rateLimit(r -> r.maxRetryInterval(Duration.ofMinutes(2))).maxRetryInterval())
        .hasSeconds(120);
  }

  @Test
  @Tag("statement-34")
  void theTimeForPausesHoldsTwoLongestOnes() {
    HttpConfig config =
        HttpConfig.builder().rateLimit(r -> r.maxRateLimitDuration(Duration.ofMinutes(6))).build();
    assertThat(config.rateLimit().maxRateLimitDuration()).hasMinutes(10);
    assertThat(config.adjustments())
        .containsExactly(
            "rateLimitConfig.maxRateLimitDuration: 6 min is less than twice maxRetryInterval;"
                + " 10 min is used");
  }

  @Test
  @Tag("statement-7")
  void everythingOutOfRangeIsBroughtIntoItAndReported() {
    HttpConfig config =
        HttpConfig.builder()
            .rateLimit(r -> r.maxRateLimitDuration(Duration.ofDays(8)))
            .backoff(
                b ->
                    b.jitterPercent(-5)
                        .maxRetryCount(5000)
                        .baseBackoffInterval(Duration.ofSeconds(-1))
                        .maxBackoffInterval(Duration.ofDays(1))
                        .statusCodeOverride(99, Behavior.RETRY)
                        .statusCodeOverride(600, Behavior.RETRY))
            .build();
    assertThat(config.backoff().jitterPercent()).isZero();
    assertThat(config.backoff().override(600)).isEmpty();
    assertThat(config.adjustments())
        .containsExactly(
            "rateLimitConfig.maxRateLimitDuration: 8 d is above what is allowed; 7 d is used",
            "backoffConfig.maxRetryCount: 5000 is above what is allowed; 1000 is used",
            "backoffConfig.baseBackoffInterval: -1 s is below what is allowed; 100 ms is used",
            "backoffConfig.maxBackoffInterval: 1 d is above what is allowed; 1 h is used",
            "backoffConfig.jitterPercent: -5 is below what is allowed; 0 is used",
            "backoffConfig.statusCodeOverrides: 99 is no status; it is left out",
            "backoffConfig.statusCodeOverrides: 600 is no status; it is left out");
  }

  @Test
  @Tag("statement-9")
  @Tag("statement-10")
  void anOverrideBeatsADefaultAndLeavesTheOthersAlone() {
    BackoffConfig config =
        backoff(
            b -> b.statusCodeOverride(503, Behavior.DROP).statusCodeOverride(511, Behavior.RETRY));
    assertThat(config.behavior(503)).isEqualTo(Behavior.DROP);
    assertThat(config.behavior(511)).isEqualTo(Behavior.RETRY);
    assertThat(List.of(408, 410, 429, 460)).allMatch(s -> config.behavior(s) == Behavior.RETRY);
    assertThat(List.of(501, 505)).allMatch(s -> config.behavior(s) == Behavior.DROP);
  }

  @Test
  @Tag("statement-8")
  void changingABuilderLaterChangesNoConfig() {
    HttpConfig.Builder builder = HttpConfig.builder();
    builder.backoff(b -> b.statusCodeOverride(400, Behavior.RETRY));
    HttpConfig first = builder.build();
    builder.backoff(b -> b.statusCodeOverride(400, Behavior.DROP).maxRetryCount(1));
    assertThat(first.backoff().behavior(400)).isEqualTo(Behavior.RETRY);
    assertThat(first.backoff().maxRetryCount()).isEqualTo(10);
    assertThat(HttpConfig.defaults().backoff().behavior(400)).isEqualTo(Behavior.DROP);
  }

  @Test
  void aClassOfStatusesHasItsDefault() {
    BackoffConfig config =
        backoff(
            b ->
                b.default4xxBehavior(Behavior.KEEP)
                    .default5xxBehavior(Behavior.DROP)
                    .unknownCodeBehavior(Behavior.RETRY));
    assertThat(config.behavior(404)).isEqualTo(Behavior.KEEP);
    assertThat(config.behavior(503)).isEqualTo(Behavior.DROP);
    assertThat(List.of(100, 302, 600, 999)).allMatch(s -> config.behavior(s) == Behavior.RETRY);
  }

  @Test
  void theWaitDoublesUpToTheCeiling() {
    BackoffConfig config = backoff(b -> b.jitterPercent(0));
    List<Long> millis = new ArrayList<>();
    for (int failures = 1; failures <= 9; failures++) {
      millis.add(config.delay(failures, 0.99).toMillis());
    }
    assertThat(millis)
        .containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 16_000L, 32_000L, 60_000L, 60_000L);
  }

  @ParameterizedTest
  @ValueSource(ints = {62, 63, 64, 1000, Integer.MAX_VALUE})
  void manyFailuresDoNotOverflowTheWait(int failures) {
    assertThat(backoff(b -> b.jitterPercent(0)).delay(failures, 0)).hasSeconds(60);
  }

  @Test
  void chanceLengthensTheWaitBelowTheCeilingAndShortensItThere() {
    BackoffConfig config = HttpConfig.defaults().backoff();
    assertThat(config.delay(1, 0)).hasMillis(550);
    assertThat(config.delay(1, 0.5)).hasMillis(525);
    assertThat(config.delay(20, 0)).hasMillis(60_000);
    assertThat(config.delay(20, 0.5)).hasMillis(57_000);
  }

  @Test
  void aBaseAboveTheCeilingWaitsForTheCeiling() {
    BackoffConfig config =
        backoff(
            b ->
                b.jitterPercent(0)
                    .baseBackoffInterval(Duration.ofSeconds(60))
                    .maxBackoffInterval(Duration.ofSeconds(5)));
    assertThat(config.delay(1, 0)).hasSeconds(5);
  }

  private static BackoffConfig backoff(Consumer<BackoffConfig.Builder> settings) {
    return HttpConfig.builder().backoff(settings).build().backoff();
  }

  private static RateLimitConfig rateLimit(Consumer<RateLimitConfig.Builder> settings) {
    return HttpConfig.builder().rateLimit(settings).build().rateLimit();
  }
}
