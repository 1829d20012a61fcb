package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {

  @Test
  @Tag("R1")
  @Tag("R6")
  @Tag("W3")
  @Tag("W4")
  void theDefaultsAreTheDocumentedOnes() {
    RetryPolicy policy = RetryPolicy.defaults();

    assertThat(policy.maxRetries()).isEqualTo(3);
    assertThat(policy.baseDelay()).isEqualTo(Duration.ofSeconds(1));
    assertThat(policy.maxDelay()).isEqualTo(Duration.ofSeconds(30));
    assertThat(policy.jitter()).isEqualTo(Jitter.FULL);
    assertThat(policy.methods()).isSameAs(RetryMethods.safe());
    assertThat(policy.throttledAnyMethod()).isFalse();
    assertThat(policy.retryFailures()).isTrue();
    assertThat(policy.statuses()).containsExactlyInAnyOrder(408, 429, 500, 502, 503, 504);
    assertThat(policy.statusesWithHint()).containsExactlyInAnyOrder(403, 529);
    assertThat(policy.hasShouldRetry()).isFalse();
    assertThat(policy.worstCaseWait()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  @Tag("G2")
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                RetryPolicy.builder()
                    .maxRetries(-1)
                    .baseDelay(Duration.ofSeconds(-2))
                    .maxDelay(Duration.ofSeconds(-3))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxRetries must not be negative: -1; baseDelay must not be negative: -2 s; maxDelay"
                + " must not be negative: -3 s; baseDelay -2 s must not exceed maxDelay -3 s");
  }

  @Test
  @Tag("G2")
  void theEdgesOfWhatIsAllowedAreAllowed() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxRetries(0)
            .baseDelay(Duration.ZERO)
            .maxDelay(Duration.ZERO)
            .build();

    assertThat(policy.worstCaseWait()).isZero();
    assertThat(RetryPolicy.builder().violations()).isEmpty();
  }

  @Test
  void forEverIsWrittenSo() {
    RetryPolicy policy =
        RetryPolicy.builder().retryForever().maxDelay(Duration.ofDays(1_000_000_000)).build();

    assertThat(policy.maxRetries()).isEqualTo(Integer.MAX_VALUE);
    assertThat(policy).asString().startsWith("maxRetries=for ever, ");
    assertThat(policy.worstCaseWait()).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
  }

  @Test
  @Tag("C3")
  void theTextNamesEverySetting() {
    assertThat(RetryPolicy.defaults())
        .hasToString(
            "maxRetries=3, baseDelay=1 s, maxDelay=30 s, jitter=full, methods=GET, HEAD, OPTIONS,"
                + " TRACE, statuses=[408, 429, 500, 502, 503, 504], with a hint [403, 529],"
                + " failures=retried");
    assertThat(
            RetryPolicy.builder()
                .jitter(Jitter.NONE)
                .methods(RetryMethods.of("PUT", "GET"))
                .throttledAnyMethod(true)
                .shouldRetry(head -> false)
                .retryFailures(false)
                .build())
        .hasToString(
            "maxRetries=3, baseDelay=1 s, maxDelay=30 s, jitter=none, methods=GET, PUT (and any"
                + " method for 429 and 503 with a hint), statuses=by shouldRetry, failures=not"
                + " retried");
  }

  @Test
  @Tag("O5")
  void aBuilderStartsFromAPolicyWithoutChangingIt() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxRetries(7)
            .baseDelay(Duration.ofSeconds(2))
            .maxDelay(Duration.ofSeconds(9))
            .jitter(Jitter.DECORRELATED)
            .methods(RetryMethods.all())
            .throttledAnyMethod(true)
            .retryFailures(false)
            .statuses(500)
            .statusesWithHint(418)
            .shouldRetry(head -> true)
            .hintSpread(Spread.upTo(Duration.ofSeconds(1)))
            .build();
    RetryPolicy.Builder builder = policy.toBuilder();
    RetryPolicy copy = builder.build();
    builder.maxRetries(1);

    assertThat(copy).hasToString(policy.toString());
    assertThat(copy.maxRetries()).isEqualTo(7);
    assertThat(copy.statuses()).containsExactly(500);
    assertThat(copy.statusesWithHint()).containsExactly(418);
    assertThat(copy.hasShouldRetry()).isTrue();
    assertThat(copy.dialectStatuses()).isFalse();
    assertThat(copy.spread()).isSameAs(policy.spread());
  }

  @Test
  @Tag("R1")
  void listingStatusesMeansExactlyThese() {
    for (RetryPolicy.Builder builder :
        new RetryPolicy.Builder[] {RetryPolicy.builder(), RetryPolicy.defaults().toBuilder()}) {
      RetryPolicy listed = builder.statuses(500, 418).build();

      assertThat(listed.statuses()).containsExactlyInAnyOrder(418, 500);
      assertThat(listed.statusesWithHint()).isEmpty();
      assertThat(listed.dialectStatuses()).isFalse();
    }
    assertThat(RetryPolicy.builder().statuses().build().statuses()).isEmpty();
    assertThat(RetryPolicy.defaults().toBuilder().build().dialectStatuses()).isTrue();
  }

  @Test
  @Tag("R1")
  void statusesWithAHintAreAListOfTheirOwn() {
    RetryPolicy policy = RetryPolicy.builder().statusesWithHint(413).build();

    assertThat(policy.statusesWithHint()).containsExactly(413);
    assertThat(policy.statuses()).contains(503);
    assertThat(policy.dialectStatuses()).isTrue();
  }

  @Test
  @Tag("R3")
  void methodsAreCaseSensitive() {
    assertThat(RetryMethods.safe().allows("get")).isFalse();
    assertThat(RetryMethods.of("PATCH").allows("patch")).isFalse();
    assertThat(RetryMethods.all().allows("anything")).isTrue();
  }

  @Test
  @Tag("W1")
  void aSpreadIsARandomPart() {
    Spread spread = Spread.upTo(Duration.ofSeconds(4));

    assertThat(spread.extra(Duration.ZERO, 0)).isZero();
    assertThat(spread.extra(Duration.ofDays(1), 0.5)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void optionsOfARequestAreChecked() {
    CallOptions.Builder options = CallOptions.builder();

    assertThatThrownBy(() -> options.maxRetries(-1))
        .hasMessage("maxRetries must not be negative: -1");
    assertThatThrownBy(() -> options.callTimeout(Duration.ZERO))
        .hasMessage("callTimeout must be positive: 0 ms");
    assertThatThrownBy(() -> options.requestTimeout(Duration.ofSeconds(-1)))
        .hasMessage("request timeout must be positive: -1 s");
  }

  @Test
  void optionsOfARequestAreCopied() {
    CallOptions options =
        CallOptions.builder()
            .maxRetries(0)
            .callTimeout(Duration.ofSeconds(1))
            .requestTimeout(Duration.ofSeconds(2))
            .idempotent(true)
            .sendOnce(true)
            .report(true)
            .build();
    CallOptions copy = options.toBuilder().build();

    assertThat(copy).usingRecursiveComparison().isEqualTo(options);
    assertThat(copy.maxRetries(9)).isZero();
    assertThat(CallOptions.none().maxRetries(9)).isEqualTo(9);
  }
}
