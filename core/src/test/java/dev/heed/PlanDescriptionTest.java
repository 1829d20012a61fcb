package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.hint.Hints;
import dev.heed.hint.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PlanDescriptionTest {

  private static List<String> chain(Heed plan) {
    return plan.describe().parts().stream()
        .map(part -> part.position() + " " + part.name())
        .toList();
  }

  @Test
  @Tag("C3")
  @Tag("C5")
  void theChainIsListedFromTheOutsideToTheInside() {
    Heed plan =
        Heed.builder("acme")
            .callTimeout(Duration.ofMinutes(1))
            .attemptTimeout(Duration.ofSeconds(9))
            .perAttempt(Stages.signer(request -> {}))
            .perAttempt(Stages.bearer(() -> "T"))
            .perAttempt(Stages.attemptNumber("X-Retry-Count"))
            .perAttempt(Stages.traceParent())
            .perCall(Stages.idempotencyKey())
            .perCall(Stages.correlationId("X-Request-Id"))
            .reauthenticate(request -> CompletableFuture.completedFuture(null))
            .build();

    assertThat(chain(plan))
        .containsExactly(
            "CALL call log",
            "CALL call timeout",
            "CALL idempotency key",
            "CALL correlation id (X-Request-Id)",
            "RETRY retry",
            "RETRY re-authentication",
            "ATTEMPT attempt timeout",
            "ATTEMPT bearer token",
            "ATTEMPT attempt number (X-Retry-Count)",
            "ATTEMPT traceparent",
            "ATTEMPT request signer",
            "ATTEMPT attempt log");
  }

  @Test
  @Tag("C4")
  void whatIsOffIsNotThere() {
    Heed plan = Heed.builder("acme").retry(r -> r.maxRetries(0)).build();

    assertThat(chain(plan)).containsExactly("CALL call log", "ATTEMPT attempt log");
  }

  @Test
  @Tag("C3")
  void theTextShowsChainNumbersAndWarnings() {
    Heed plan =
        Heed.builder("acme")
            .hints(Hints.gitHub())
            .verdicts(Verdicts.shouldRetry())
            .callTimeout(Duration.ofSeconds(20))
            .perCall(Stages.deduplicatedByServer())
            .build();

    assertThat(plan.describe().on("a client", "HTTP/2", List.of("the host retries too")))
        .hasToString(
            """
            plan acme
              call      call log (dev.heed.call)
              call      call timeout (20 s)
              call      idempotency key (the server deduplicates)
              retry     retry (maxRetries=3, baseDelay=1 s, maxDelay=30 s, jitter=full, \
            methods=GET, HEAD, OPTIONS, TRACE, statuses=[408, 429, 500, 502, 503, 504], with a \
            hint [403, 529], failures=retried, hints=github, verdicts=x-should-retry)
              attempt   attempt log (dev.heed.attempt)
              transport a client (HTTP/2)
            worst case: 4 sends, waits of 20 s, ended after 20 s
            warning: RetryPolicy.maxDelay 30 s is above Heed.callTimeout 20 s: the longest hints \
            can never be waited for
            warning: the host retries too
            """);
  }

  @Test
  @Tag("C3")
  @Tag("T5")
  void aPlanWithoutACallTimeoutIsWarnedAbout() {
    PlanDescription defaults = Heed.defaults().describe();

    assertThat(defaults.callTimeout()).isEmpty();
    assertThat(defaults.worstCaseSends()).contains(4);
    assertThat(defaults.worstCaseWait()).isEqualTo(Duration.ofSeconds(90));
    assertThat(defaults.warnings())
        .containsExactly(
            "no call timeout: a call may wait up to 1 min 30 s between its sends; set"
                + " Heed.callTimeout");
    assertThat(defaults)
        .asString()
        .contains("worst case: 4 sends, waits of 1 min 30 s, no time limit");
  }

  @Test
  @Tag("C3")
  void aCallTimeoutBoundsTheWorstCase() {
    PlanDescription described =
        Heed.builder("acme").callTimeout(Duration.ofHours(1)).build().describe();

    assertThat(described.callTimeout()).contains(Duration.ofHours(1));
    assertThat(described.worstCaseWait()).isEqualTo(Duration.ofSeconds(90));
    assertThat(described.warnings()).isEmpty();
  }

  @Test
  @Tag("C3")
  @Tag("R9")
  void reAuthenticationIsOneMoreSend() {
    Heed plan =
        Heed.builder("acme")
            .reauthenticate(request -> CompletableFuture.completedFuture(null))
            .build();

    assertThat(plan.describe().worstCaseSends()).contains(5);
  }

  @Test
  @Tag("C3")
  void withoutALimitInNumberTheTextSaysSo() {
    PlanDescription described =
        Heed.builder("acme").retry(r -> r.retryForever()).build().describe();

    assertThat(described.worstCaseSends()).isEmpty();
    assertThat(described).asString().contains("worst case: no limit in number of sends");
  }

  @Test
  @Tag("C3")
  void aDescriptionIsDataOfItsOwn() {
    PlanDescription described = Heed.defaults().describe();

    assertThat(described.plan()).isEqualTo("default");
    assertThat(Heed.defaults()).hasToString(described.toString());
    assertThat(described.parts().get(0)).hasToString("CALL call log: dev.heed.call");
    assertThatThrownBy(() -> described.parts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> described.warnings().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
