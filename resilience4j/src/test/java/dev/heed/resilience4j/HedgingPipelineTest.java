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
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HedgingPipelineTest {

  private static final String EAST = "https://east.example.com";
  private static final String WEST = "https://west.example.com";
  private static final HttpRequest REQUEST =
      HttpRequest.newBuilder(URI.create("https://api.example.com/")).build();

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);

  /** The hedging pipeline over two endpoints, whose breakers need 2 results only. */
  private Heed.Builder overTwo() {
    return Pipelines.hedging("acme")
        .hedge(h -> h.endpoints(Endpoints.ordered(EndpointGroup.of(EAST), EndpointGroup.of(WEST))))
        .perAttempt(Breaker.builder().minimum(2).build())
        .time(time);
  }

  private static Route at(String endpoint) {
    return Route.get("/")
        .where("it goes to " + endpoint, sent -> sent.uri().toString().startsWith(endpoint))
        .reusable();
  }

  private static int status(HttpClient client) throws Exception {
    return client.send(REQUEST, BodyHandlers.discarding()).statusCode();
  }

  private List<String> hosts() {
    return stub.requests().stream().map(sent -> sent.uri().getHost()).toList();
  }

  private static List<String> lines(Heed.Builder plan) {
    return plan.build().describe().toString().lines().toList();
  }

  @Test
  @Tag("Z6")
  void theHedgingPipelineIsWhatItSays() {
    assertThat(lines(Pipelines.hedging("acme")))
        .containsSequence(
            "plan acme",
            "  call      call log (dev.heed.call)",
            "  call      call timeout (30 s)",
            "  hedge     hedge (maxHedges=1, delay=2 s, methods=GET, HEAD, OPTIONS, TRACE)",
            "  retry     retry budget (20 % of the calls of the last 10 s and 10 a second, at most"
                + " 100 saved)",
            "  attempt   concurrency limit (1000 at the same time)",
            "  attempt   breaker (10 % of at least 100 in 30 s, open 5 s, 1 trial)",
            "  attempt   attempt timeout (10 s)",
            "  attempt   attempt log (dev.heed.attempt)")
        .last()
        .asString()
        .startsWith("worst case: 2 sends");
  }

  @Test
  @Tag("Z6")
  void anAnswerAfterTwoSecondsIsHedgedOnce() throws Exception {
    stub.on(Route.get("/"), Reply.stall(), Reply.text("ok"));
    HttpClient client = stub.client(Pipelines.hedging("acme").time(time).build());

    assertThat(status(client)).isEqualTo(200);
    assertThat(time.elapsed()).hasSeconds(2);
    assertThat(stub.requests()).hasSize(2);
  }

  @Test
  @Tag("Z6")
  void eachAttemptHasTenSecondsOfItsOwn() {
    stub.on(Route.fallback(), Reply.stall());
    HttpClient client = stub.client(Pipelines.hedging("acme").time(time).build());

    assertThatThrownBy(() -> status(client)).hasMessageContaining("10 s");
    assertThat(time.elapsed()).hasSeconds(12);
    assertThat(stub.requests()).hasSize(2);
  }

  @Test
  @Tag("Z6")
  void theCallTimeoutStandsOutsideOfTheAttempts() {
    stub.on(Route.fallback(), Reply.stall());
    Heed plan = Pipelines.hedging("acme").without("attempt timeout").time(time).build();

    assertThatThrownBy(() -> status(stub.client(plan))).hasMessageContaining("30 s");
    assertThat(time.elapsed()).hasSeconds(30);
    assertThat(stub.requests()).hasSize(2);
  }

  @Test
  @Tag("G3")
  void anOpenBreakerOfOneEndpointLetsTheNextAttemptStartAtOnce() throws Exception {
    stub.on(at(EAST), Reply.status(500));
    stub.on(at(WEST), Reply.text("ok"));
    Heed plan = overTwo().build();
    HttpClient client = stub.client(plan);
    status(client);
    status(client);
    assertThat(Breakers.of(plan).health())
        .extracting(BreakerHealth::toString)
        .contains(
            EAST + ": open, 2 of 2 failed, 0 refused", WEST + ": closed, 0 of 2 failed, 0 refused");

    Duration before = time.elapsed();
    assertThat(status(client)).isEqualTo(200);
    assertThat(time.elapsed()).isEqualTo(before);
    assertThat(hosts().subList(4, hosts().size())).containsExactly("west.example.com");
    assertThat(Breakers.of(plan).health())
        .extracting(BreakerHealth::toString)
        .contains(EAST + ": open, 2 of 2 failed, 1 refused");
  }

  @Test
  @Tag("G5")
  @Tag("Z5")
  void onlyEndpointsThatWereSentToHaveBreakers() throws Exception {
    stub.on(at(EAST), Reply.text("ok"));
    Heed plan = overTwo().build();
    status(stub.client(plan));

    assertThat(Breakers.of(plan).health())
        .extracting(BreakerHealth::toString)
        .containsExactly(EAST + ": closed, 0 of 1 failed, 0 refused");
    assertThat(Breakers.of(plan).forceOpen("https://api.example.com")).isFalse();
    assertThat(Breakers.of(plan).forceOpen(EAST)).isTrue();
  }

  @Test
  @Tag("G8")
  @Tag("Z5")
  void theBreakerOfAnEndpointOutlivesAReplacementOfOtherSettings() throws Exception {
    stub.on(at(EAST), Reply.status(500));
    stub.on(at(WEST), Reply.text("ok"));
    HeedRegistry registry = HeedRegistry.of(routed(Duration.ofSeconds(30)));
    Heed plan = registry.plan("acme");
    status(stub.client(plan));
    status(stub.client(plan));
    registry.replace(routed(Duration.ofSeconds(20)));

    assertThat(Breakers.of(plan).health())
        .extracting(BreakerHealth::toString)
        .contains(EAST + ": open, 2 of 2 failed, 0 refused")
        .hasSize(2);
  }

  private ClientSettings routed(Duration callTimeout) {
    return ClientSettings.builder()
        .defaults(Pipelines::hedging)
        .client(
            "acme",
            plan ->
                plan.hedge(
                        h ->
                            h.endpoints(
                                Endpoints.ordered(EndpointGroup.of(EAST), EndpointGroup.of(WEST))))
                    .perAttempt(Breaker.builder().minimum(2).build())
                    .callTimeout(callTimeout)
                    .time(time))
        .build();
  }

  @Test
  @Tag("G3")
  void aFullLimitOfOneEndpointLetsTheNextAttemptStartAtOnce() throws Exception {
    stub.on(at(EAST), Reply.stall());
    stub.on(at(WEST), Reply.text("ok"));
    HttpClient client = stub.client(overTwo().perAttempt(Guards.concurrencyLimit(1)).build());
    CompletableFuture<HttpResponse<Void>> first =
        client.sendAsync(REQUEST, BodyHandlers.discarding());

    assertThat(client.sendAsync(REQUEST, BodyHandlers.discarding()))
        .isCompletedWithValueMatching(response -> response.statusCode() == 200);
    assertThat(first).isNotDone();
    assertThat(time.elapsed()).isZero();
    assertThat(hosts()).containsExactly("east.example.com", "west.example.com");
    first.cancel(true);
  }

  @Test
  @Tag("G3")
  void whereEveryEndpointRefusesTheCallEndsAtOnce() throws Exception {
    stub.on(Route.fallback(), Reply.status(500));
    HttpClient client = stub.client(overTwo().build());
    status(client);
    status(client);
    Duration before = time.elapsed();

    RefusedException refused = catchThrowableOfType(RefusedException.class, () -> status(client));

    assertThat(refused.kind()).isEqualTo(GuardKind.BREAKER);
    assertThat(refused.retryAfter()).hasValue(Duration.ofSeconds(5));
    assertThat(time.elapsed()).isEqualTo(before);
    assertThat(stub.requests()).hasSize(4);
  }

  @Test
  @Tag("Z6")
  void everyPartCanBeChanged() {
    assertThat(
            lines(
                Pipelines.hedging("acme")
                    .callTimeout(Duration.ofMinutes(1))
                    .hedge(hedge -> hedge.maxHedges(2).delay(Duration.ofMillis(200)))
                    .retryBudget(budget -> budget.ratio(0.1))
                    .perAttempt(Guards.concurrencyLimit(50))
                    .perAttempt(Breaker.builder().openFor(Duration.ofSeconds(20)).build())
                    .attemptTimeout(Duration.ofSeconds(15))))
        .containsSequence(
            "  call      call timeout (1 min)",
            "  hedge     hedge (maxHedges=2, delay=200 ms, methods=GET, HEAD, OPTIONS, TRACE)",
            "  retry     retry budget (10 % of the calls of the last 10 s and 10 a second, at most"
                + " 100 saved)",
            "  attempt   concurrency limit (50 at the same time)",
            "  attempt   breaker (10 % of at least 100 in 30 s, open 20 s, 1 trial)",
            "  attempt   attempt timeout (15 s)",
            "  attempt   attempt log (dev.heed.attempt)");
  }

  @Test
  @Tag("Z6")
  void everyPartCanBeLeftOut() {
    Heed bare =
        Pipelines.hedging("acme")
            .without(GuardKind.LIMIT)
            .without(GuardKind.BREAKER)
            .without(GuardKind.BUDGET)
            .without("call timeout")
            .without("attempt timeout")
            .hedge(hedge -> hedge.maxHedges(0))
            .build();
    assertThat(bare.describe().parts())
        .extracting(PlanDescription.Part::name)
        .doesNotContain(
            "concurrency limit", "call timeout", "breaker", "retry budget", "attempt timeout");
    assertThat(bare.describe().worstCaseSends()).contains(1);
  }

  @Test
  @Tag("G2")
  void hedgesThatStartTooLateAndAShortWindowAreRefused() {
    Heed.Builder wrong =
        Pipelines.hedging("acme")
            .hedge(hedge -> hedge.maxHedges(4).delay(Duration.ofSeconds(8)))
            .attemptTimeout(Duration.ofSeconds(16));
    assertThatThrownBy(wrong::build)
        .hasMessage(
            "plan acme cannot be built: 4 hedges after 8 s each must start within callTimeout 30 s;"
                + " the breaker's window 30 s must be at least twice attemptTimeout 16 s");
  }

  @Test
  @Tag("C2")
  void aClientOfARegistryHedgesInPlaceOfTheStandardRetries() {
    HeedRegistry registry =
        HeedRegistry.of(
            ClientSettings.builder()
                .defaults(Pipelines::standard)
                .client("search", plan -> plan.hedge(hedge -> hedge.delay(Duration.ofSeconds(1))))
                .client("orders")
                .build());
    assertThat(registry.plan("search").describe().toString())
        .contains("hedge (maxHedges=1, delay=1 s", "breaker", "worst case: 2 sends")
        .doesNotContain("maxRetries");
    assertThat(registry.plan("orders").describe().toString()).contains("maxRetries=3");
  }

  @Test
  @Tag("C2")
  void aClientOfARegistryRetriesInPlaceOfTheHedging() {
    HeedRegistry registry =
        HeedRegistry.of(
            ClientSettings.builder()
                .defaults(Pipelines::hedging)
                .client("orders", plan -> plan.retry(retry -> retry.maxRetries(1)))
                .build());
    assertThat(registry.plan("orders").describe().toString())
        .contains("maxRetries=1", "breaker", "1000 at the same time")
        .doesNotContain("maxHedges");
  }
}
