package dev.heed.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.guard.Guards;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.CallTimeoutException;
import dev.heed.retry.RefusedException;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each statement of docs/composing.md, executed. */
class ComposingGuideTest {

  private static final URI ORDERS = URI.create("https://api.example.com/orders");

  private final HttpRequest request = HttpRequest.newBuilder(ORDERS).build();
  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);

  private static int status(HttpClient client, HttpRequest request) throws Exception {
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private void failTwice() {
    stub.on(Route.get("/orders"), Reply.status(503), Reply.status(503), Reply.text("[]"));
  }

  private List<String> sent(String header) {
    return stub.requests().stream().map(sent -> sent.header(header).orElse("none")).toList();
  }

  @Test
  @Tag("C1")
  @Tag("C5")
  void whatIsOfTheCallIsTheSameAndWhatIsOfTheAttemptIsNew() throws Exception {
    AtomicInteger count = new AtomicInteger();
    failTwice();
    // snippet: composing-rings
    Heed plan =
        Heed.builder("acme")
            .perCall(Stages.correlationId("X-Request-Id")) // one, whatever it takes
            .perAttempt(Stages.bearer(() -> "token-" + count.incrementAndGet())) // a fresh one
            .time(time)
            .build();

    stub.client(plan).send(request, BodyHandlers.discarding()); // 503, 503, 200

    assertThat(sent("X-Request-Id").stream().distinct()).hasSize(1);
    assertThat(sent("Authorization"))
        .containsExactly("Bearer token-1", "Bearer token-2", "Bearer token-3");
    // end
  }

  @Test
  @Tag("T1")
  @Tag("T2")
  void oneLimitEndsAnAttemptAndTheOtherOneTheCall() {
    stub.on(Route.fallback(), Reply.stall());
    // snippet: composing-timeouts
    Heed.Builder plan = Heed.builder("acme").time(time).attemptTimeout(Duration.ofSeconds(10));
    HttpClient each = stub.client(plan.retry(r -> r.maxRetries(1)).build());
    HttpClient both = stub.client(plan.callTimeout(Duration.ofSeconds(15)).build());

    assertThatThrownBy(() -> each.send(request, BodyHandlers.discarding()))
        .isInstanceOf(AttemptTimeoutException.class); // after two attempts of 10 s and a wait
    Duration first = time.elapsed();
    assertThatThrownBy(() -> both.send(request, BodyHandlers.discarding()))
        .isInstanceOf(CallTimeoutException.class); // in the middle of the second attempt
    assertThat(time.elapsed().minus(first)).hasSeconds(15);
    // end
    assertThat(first).isGreaterThan(Duration.ofSeconds(20));
    assertThat(stub.requests()).hasSize(4);
  }

  @Test
  @Tag("G5")
  void aLimitOutsideCountsCallsThatWaitAndOneInsideDoesNot() throws Exception {
    // snippet: composing-limits
    Heed outside = Heed.builder("acme").concurrencyLimit(1).time(time).build();
    Heed inside = Heed.builder("acme").perAttempt(Guards.concurrencyLimit(1)).time(time).build();
    for (Heed plan : List.of(outside, inside)) {
      stub.on(Route.get("/orders"), RetryReply.after(Duration.ofSeconds(9)));
      stub.client(plan).sendAsync(request, BodyHandlers.discarding()); // is told to wait for 9 s
    }
    stub.on(Route.get("/orders"), Reply.text("[]"));

    assertThatThrownBy(() -> stub.client(outside).send(request, BodyHandlers.discarding()))
        .isInstanceOf(RefusedException.class); // the call that waits is still a call
    assertThat(status(stub.client(inside), request)).isEqualTo(200); // nothing is being sent
    // end
  }

  @Test
  @Tag("G5")
  void aBreakerInsideCountsSendsAndOneOutsideCalls() throws Exception {
    failTwice();
    failTwice();
    // snippet: composing-breaker
    Breaker breaker = Breaker.builder().build();
    Heed inside = Heed.builder("acme").perAttempt(breaker).time(time).build();
    Heed outside = Heed.builder("acme").perCall(breaker).time(time).build();

    stub.client(inside).send(request, BodyHandlers.discarding()); // 503, 503, 200
    stub.client(outside).send(request, BodyHandlers.discarding()); // 503, 503, 200

    assertThat(Breakers.of(inside).health().get(0).toString()).contains("2 of 3 failed");
    assertThat(Breakers.of(outside).health().get(0).toString()).contains("0 of 1 failed");
    // end
  }

  private static HttpRequest of(String tenant) {
    return HttpRequest.newBuilder(ORDERS).header("X-Tenant", tenant).build();
  }

  @Test
  @Tag("G5")
  void eachTenantHasABreakerOfItsOwn() throws Exception {
    stub.on(
        Route.get("/orders")
            .where("of big", sent -> sent.header("X-Tenant").equals(Optional.of("big")))
            .reusable(),
        Reply.status(503));
    stub.on(Route.get("/orders").reusable(), Reply.text("[]"));
    // snippet: composing-partition
    Heed plan =
        Heed.builder("acme")
            .partitionBy(request -> request.headers().get("X-Tenant").get(0))
            .perAttempt(Breaker.builder().minimum(4).build())
            .time(time)
            .build();

    assertThat(status(stub.client(plan), of("big"))).isEqualTo(503); // four sends fail

    assertThatThrownBy(() -> status(stub.client(plan), of("big")))
        .isInstanceOf(RefusedException.class);
    assertThat(status(stub.client(plan), of("small"))).isEqualTo(200); // on the same host
    // end
  }

  // snippet: composing-fallback
  /** The stock, or what was known of it last. */
  private record Stock(int items, boolean current) {

    static Stock of(HttpClient client, HttpRequest request, int last) throws Exception {
      try {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        return response.statusCode() == 200
            ? new Stock(Integer.parseInt(response.body()), true)
            : new Stock(last, false);
      } catch (RefusedException | HttpTimeoutException e) {
        return new Stock(last, false);
      }
    }
  }

  // end

  @Test
  @Tag("G3")
  void aFallbackKnowsWhatItStandsInFor() throws Exception {
    stub.on(Route.get("/orders"), Reply.text("7"), Reply.status(500), Reply.stall());
    Heed plan =
        Heed.builder("acme")
            .retry(r -> r.maxRetries(0))
            .callTimeout(Duration.ofSeconds(1))
            .time(time)
            .build();
    HttpClient client = stub.client(plan);

    assertThat(Stock.of(client, request, 3)).isEqualTo(new Stock(7, true));
    assertThat(Stock.of(client, request, 7)).isEqualTo(new Stock(7, false));
    assertThat(Stock.of(client, request, 7)).isEqualTo(new Stock(7, false));
  }

  @Test
  @Tag("R11")
  @Tag("C2")
  void threeRetriesInEachOfTwoLayersAreSixteenSends() throws IOException, InterruptedException {
    stub.on(Route.fallback(), Reply.status(503));
    // snippet: composing-stacked
    Heed outer = Heed.builder("outer").time(time).build(); // 3 retries
    Heed inner = Heed.builder("inner").time(time).stackRetries(true).build(); // 3 retries more
    HttpClient stacked = HeedHttpClient.wrap(stub.client(inner), outer);

    stacked.send(request, BodyHandlers.discarding());

    assertThat(stub.requests()).hasSize(16);
    // end
    // The JDK's client may send each of the 16 once more by itself, which describe() counts too.
    assertThat(((HeedHttpClient) stacked).describe().warnings())
        .anyMatch(
            warning ->
                warning.startsWith("retries are stacked: 4 sends of this plan times 8 of the plan")
                    && warning.contains("up to 32 on the wire"));
  }

  @Test
  @Tag("R11")
  void withoutBeingAskedAnInnerLayerDoesNotRetryAgain() throws Exception {
    stub.on(Route.fallback(), Reply.status(503));
    // snippet: composing-nested
    Heed inner = Heed.builder("inner").time(time).build();
    HttpClient nested =
        HeedHttpClient.wrap(stub.client(inner), Heed.builder("outer").time(time).build());

    nested.send(request, BodyHandlers.discarding());

    assertThat(stub.requests()).hasSize(4);
    // end
  }

  @Test
  @Tag("Z3")
  void hedgesFallBackToAnotherPlaceWithoutAWait() throws Exception {
    stub.on(Route.get("/orders"), Reply.status(503), Reply.text("[]"));
    // snippet: composing-hedge
    Heed plan =
        Pipelines.hedging("acme").hedge(h -> h.delay(Duration.ofSeconds(-1))).time(time).build();

    CompletableFuture<HttpResponse<String>> call =
        stub.client(plan).sendAsync(request, BodyHandlers.ofString()); // 503, 200

    assertThat(call).isCompleted(); // nobody has waited
    // end
    assertThat(stub.requests()).hasSize(2);
  }
}
