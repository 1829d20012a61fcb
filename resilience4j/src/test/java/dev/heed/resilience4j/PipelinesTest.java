package dev.heed.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.PlanDescription;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.observe.CallListener;
import dev.heed.observe.StateChange;
import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.RefusedException;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PipelinesTest {

  private static final String HOST = "https://api.example.com";

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);
  private final List<StateChange> changes = new ArrayList<>();

  /** The standard pipeline, whose breaker needs 4 results only. */
  private Heed.Builder sensitive() {
    return Pipelines.standard("acme")
        .perAttempt(Breaker.builder().minimum(4).failureRate(0.5).build())
        .listener(
            new CallListener() {
              @Override
              public void stateChanged(StateChange change) {
                changes.add(change);
              }
            })
        .time(time);
  }

  private static HttpRequest get(String uri) {
    return HttpRequest.newBuilder(URI.create(uri)).build();
  }

  private static int status(HttpClient client, String uri) throws Exception {
    return client.send(get(uri), BodyHandlers.discarding()).statusCode();
  }

  private static RefusedException refusal(HttpClient client, String uri) {
    return catchThrowableOfType(RefusedException.class, () -> status(client, uri));
  }

  private static List<String> lines(PlanDescription plan) {
    return plan.toString().lines().toList();
  }

  @Test
  @Tag("G1")
  void theStandardPipelineIsWhatItSays() {
    assertThat(lines(Pipelines.standard("acme").build().describe()))
        .containsExactly(
            "plan acme",
            "  call      call log (dev.heed.call)",
            "  call      concurrency limit (1000 at the same time)",
            "  call      call timeout (30 s)",
            "  retry     retry (maxRetries=3, baseDelay=2 s, maxDelay=30 s, jitter=decorrelated,"
                + " methods=GET, HEAD, OPTIONS, TRACE, statuses=[408, 429, 500, 502, 503, 504],"
                + " with a hint [403, 529], failures=retried, hints=retry-after)",
            "  retry     retry budget (20 % of the calls of the last 10 s and 10 a second, at most"
                + " 100 saved)",
            "  attempt   breaker (10 % of at least 100 in 30 s, open 5 s, 1 trial)",
            "  attempt   attempt timeout (10 s)",
            "  attempt   attempt log (dev.heed.attempt)",
            "worst case: 4 sends, waits of 30 s, ended after 30 s");
  }

  @Test
  @Tag("G1")
  void itWaitsTwoSecondsDecorrelatedAndSendsFourTimes() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    assertThat(status(stub.client(Pipelines.standard("acme").time(time).build()), HOST))
        .isEqualTo(503);
    assertThat(stub.requests()).hasSize(4);
    // The published vector for r = 0.5: 1.7948 s, 2.1860 s, 4.0715 s.
    assertThat(time.elapsed()).isBetween(Duration.ofMillis(8052), Duration.ofMillis(8053));
  }

  @Test
  @Tag("G1")
  void anAttemptHasTenSecondsAndTheCallThirty() {
    stub.on(Route.fallback(), Reply.stall());
    HttpClient client = stub.client(Pipelines.standard("acme").time(time).build());
    assertThatThrownBy(() -> status(client, HOST)).hasMessageContaining("30 s");
    assertThat(time.elapsed()).hasSeconds(30);
    assertThat(stub.requests()).hasSize(3);
  }

  @Test
  @Tag("G1")
  void everyPartCanBeLeftOut() {
    Heed bare =
        Pipelines.standard("acme")
            .without(GuardKind.LIMIT)
            .without(GuardKind.BREAKER)
            .without(GuardKind.BUDGET)
            .without("call timeout")
            .without("attempt timeout")
            .retry(retry -> retry.maxRetries(0))
            .build();
    assertThat(bare.describe().parts())
        .extracting(PlanDescription.Part::name)
        .doesNotContain(
            "concurrency limit",
            "call timeout",
            "retry",
            "breaker",
            "retry budget",
            "attempt timeout");
  }

  @Test
  @Tag("G1")
  void everyPartCanBeChanged() {
    Heed changed =
        Pipelines.standard("acme")
            .concurrencyLimit(50)
            .callTimeout(Duration.ofMinutes(1))
            .retry(retry -> retry.maxRetries(5))
            .retryBudget(budget -> budget.ratio(0.1))
            .perAttempt(Breaker.builder().openFor(Duration.ofSeconds(20)).build())
            .attemptTimeout(Duration.ofSeconds(15))
            .build();
    assertThat(lines(changed.describe()))
        .contains(
            "  call      concurrency limit (50 at the same time)",
            "  call      call timeout (1 min)",
            "  retry     retry budget (10 % of the calls of the last 10 s and 10 a second, at most"
                + " 100 saved)",
            "  attempt   breaker (10 % of at least 100 in 30 s, open 20 s, 1 trial)",
            "  attempt   attempt timeout (15 s)",
            "worst case: 6 sends, waits of 1 min, ended after 1 min");
  }

  @Test
  @Tag("G2")
  void aWindowBelowTwiceTheAttemptTimeoutIsRefused() {
    Heed.Builder wrong =
        Pipelines.standard("acme").attemptTimeout(Duration.ofSeconds(16)).concurrencyLimit(0);
    assertThatThrownBy(wrong::build)
        .hasMessage(
            "plan acme cannot be built: concurrencyLimit must be positive: 0; the breaker's window"
                + " 30 s must be at least twice attemptTimeout 16 s");
    assertThat(wrong.concurrencyLimit(1).attemptTimeout(Duration.ofSeconds(15)).violations())
        .isEmpty();
  }

  @Test
  @Tag("G3")
  void anOpenBreakerEndsTheCallAtOnceAndRetryDoesNotHandleIt() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    HttpClient client = stub.client(sensitive().build());
    assertThat(status(client, HOST)).isEqualTo(503);
    Duration before = time.elapsed();

    RefusedException refused = refusal(client, HOST);

    assertThat(refused.kind()).isEqualTo(GuardKind.BREAKER);
    assertThat(refused.partition()).isEqualTo(HOST);
    assertThat(refused.retryAfter()).hasValue(Duration.ofSeconds(5));
    assertThat(refused)
        .hasMessageContaining("refused by")
        .hasMessageContaining("Breaker.openFor says how long it stays so");
    assertThat(time.elapsed()).isEqualTo(before);
    assertThat(stub.requests()).hasSize(4);
  }

  @Test
  @Tag("G3")
  void aBreakInTheMiddleOfACallKeepsTheLastHead() {
    stub.on(Route.fallback(), Reply.status(503));
    Breaker hasty = Breaker.builder().minimum(2).build();
    RefusedException refused =
        refusal(stub.client(Pipelines.standard("acme").perAttempt(hasty).time(time).build()), HOST);

    assertThat(stub.requests()).hasSize(2);
    assertThat(refused.attempts()).hasSize(2);
    assertThat(refused.retryAfter()).isPresent();
    assertThat(refused.lastHead())
        .hasValueSatisfying(head -> assertThat(head.status()).isEqualTo(503));
  }

  @Test
  @Tag("G1")
  void theBreakerOpensIsTriedAndCloses() throws Exception {
    Reply bad = Reply.status(503);
    stub.on(Route.get("/"), bad, bad, bad, bad, Reply.text("ok"));
    HttpClient client = stub.client(sensitive().build());
    assertThat(status(client, HOST + "/")).isEqualTo(503);
    time.advance(Duration.ofSeconds(5));
    assertThat(status(client, HOST + "/")).isEqualTo(200);
    assertThat(changes)
        .extracting(StateChange::toString)
        .containsExactly(
            "acme: breaker of " + HOST + ": closed -> open",
            "acme: breaker of " + HOST + ": open -> half-open",
            "acme: breaker of " + HOST + ": half-open -> closed");
  }

  @Test
  @Tag("G4")
  void aCancelledTrialLetsTheNextOneThrough() throws Exception {
    stub.on(Route.get("/bad").reusable(), Reply.status(503));
    stub.on(Route.get("/slow").reusable(), Reply.stall());
    stub.on(Route.get("/good").reusable(), Reply.text("ok"));
    Heed plan = sensitive().build();
    HttpClient client = stub.client(plan);
    status(client, HOST + "/bad");
    time.advance(Duration.ofSeconds(5));

    CompletableFuture<HttpResponse<Void>> trial =
        client.sendAsync(get(HOST + "/slow"), BodyHandlers.discarding());
    assertThat(refusal(client, HOST + "/good")).hasMessageContaining("half-open");
    trial.cancel(true);

    assertThat(status(client, HOST + "/good")).isEqualTo(200);
    assertThat(Breakers.of(plan).allHealthy()).isTrue();
  }

  @Test
  @Tag("G5")
  void eachHostHasABreakerOfItsOwn() throws Exception {
    stub.on(Route.get("/bad").reusable(), Reply.status(503));
    stub.on(Route.get("/good").reusable(), Reply.text("ok"));
    Heed plan = sensitive().build();
    HttpClient client = stub.client(plan);
    status(client, HOST + "/bad");

    assertThat(refusal(client, HOST + "/good")).isNotNull();
    assertThat(status(client, "https://other.example.com/good")).isEqualTo(200);
    assertThat(Breakers.of(plan).health())
        .extracting(BreakerHealth::toString)
        .containsExactly(
            HOST + ": open, 4 of 4 failed, 1 refused",
            "https://other.example.com: closed, 0 of 1 failed, 0 refused");
  }

  @Test
  @Tag("G9")
  void statusesCountAsTheRulesSay() throws Exception {
    for (int ignored : List.of(400, 401, 404, 409, 422, 429)) {
      stub.on(Route.get("/" + ignored).reusable(), Reply.status(ignored));
    }
    for (int failed : List.of(500, 501, 503, 599, 408)) {
      stub.on(Route.get("/" + failed).reusable(), Reply.status(failed));
    }
    Heed plan = Pipelines.standard("acme").retry(r -> r.maxRetries(0)).time(time).build();
    HttpClient client = stub.client(plan);
    for (int status : List.of(400, 401, 404, 409, 422, 429, 500, 501, 503, 599, 408)) {
      status(client, HOST + "/" + status);
    }
    assertThat(Breakers.of(plan).health().get(0))
        .hasToString(HOST + ": closed, 5 of 5 failed, 0 refused");
  }

  @Test
  @Tag("G9")
  void failuresOfTheTransportPassedLimitsAndShortBodiesCount() {
    stub.on(Route.get("/cut").reusable(), Reply.cut());
    stub.on(Route.get("/stall").reusable(), Reply.stall());
    stub.on(Route.get("/short").reusable(), Reply.text("12345").cutAfter(2));
    Heed plan = Pipelines.standard("acme").retry(r -> r.maxRetries(0)).time(time).build();
    HttpClient client = stub.client(plan);
    assertThatThrownBy(() -> status(client, HOST + "/cut"));
    assertThatThrownBy(() -> status(client, HOST + "/stall"))
        .isInstanceOf(AttemptTimeoutException.class);
    assertThatThrownBy(() -> client.send(get(HOST + "/short"), BodyHandlers.ofString()));
    assertThat(Breakers.of(plan).health().get(0))
        .hasToString(HOST + ": closed, 3 of 3 failed, 0 refused");
  }

  @Test
  @Tag("G5")
  void inTheCallRingItCountsCalls() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    Heed plan =
        Pipelines.standard("acme")
            .without(GuardKind.BREAKER)
            .perCall(Breaker.builder().build())
            .time(time)
            .build();
    status(stub.client(plan), HOST);
    assertThat(stub.requests()).hasSize(4);
    assertThat(Breakers.of(plan).health().get(0))
        .hasToString(HOST + ": closed, 1 of 1 failed, 0 refused");
  }

  @Test
  @Tag("G5")
  void breakersAreOpenedAndClosedByHand() throws Exception {
    stub.on(Route.fallback(), Reply.text("ok"));
    Heed plan = sensitive().build();
    HttpClient client = stub.client(plan);
    Breakers breakers = Breakers.of(plan);
    assertThat(breakers.forceOpen(HOST)).isFalse();
    status(client, HOST);

    assertThat(breakers.forceOpen(HOST)).isTrue();
    time.advance(Duration.ofDays(1));
    RefusedException refused = refusal(client, HOST);
    assertThat(refused.retryAfter()).isEmpty();
    assertThat(refused).hasMessageContaining("was forced open; Breakers.close lets it close");

    assertThat(breakers.close(HOST)).isTrue();
    assertThat(status(client, HOST)).isEqualTo(200);
    assertThat(changes).extracting(StateChange::to).containsExactly("forced-open", "closed");
  }

  @Test
  @Tag("G5")
  void closingByHandForgetsWhatWasCounted() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    Heed plan = sensitive().retry(r -> r.maxRetries(2)).build();
    status(stub.client(plan), HOST);
    Breakers.of(plan).close(HOST);
    assertThat(Breakers.of(plan).health().get(0))
        .hasToString(HOST + ": closed, 0 of 0 failed, 0 refused");
  }

  @Test
  @Tag("C2")
  void aRegistryCanHaveItForAllClients() {
    HeedRegistry registry =
        HeedRegistry.of(
            ClientSettings.builder()
                .client("search", plan -> plan.perAttempt(Breaker.builder().trials(3).build()))
                .defaults(Pipelines::standard)
                .build());
    assertThat(registry.plan("search").describe().toString())
        .containsOnlyOnce("breaker")
        .contains("3 trials")
        .contains("1000 at the same time");
  }

  @Test
  @Tag("G1")
  void aGuardOfAnotherKindStandsBesideTheBreaker() {
    Heed plan = Pipelines.standard("acme").perAttempt(Guards.concurrencyLimit(5)).build();
    assertThat(plan.describe().toString()).contains("5 at the same time").contains("breaker");
  }

  @Test
  @Tag("G8")
  void theBreakerKnowsWhatItKnewWhenOtherSettingsAreReplaced() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    Breaker hasty = Breaker.builder().minimum(4).build();
    HeedRegistry registry = HeedRegistry.of(settings(hasty, 3));
    Heed plan = registry.plan("acme");
    status(stub.client(plan), HOST);
    registry.replace(settings(hasty, 1));
    assertThat(refusal(stub.client(plan), HOST)).isNotNull();
    registry.replace(settings(Breaker.builder().minimum(5).build(), 1));
    assertThat(status(stub.client(plan), HOST)).isEqualTo(503);
  }

  private ClientSettings settings(Breaker breaker, int retries) {
    return ClientSettings.builder()
        .defaults(Pipelines::standard)
        .client(
            "acme", plan -> plan.perAttempt(breaker).retry(r -> r.maxRetries(retries)).time(time))
        .build();
  }
}
