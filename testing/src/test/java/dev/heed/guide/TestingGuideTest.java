package dev.heed.guide;

import static dev.heed.testing.CallAssert.assertCall;
import static dev.heed.testing.PlanAssert.assertPlan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.hint.Hints;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.WaitedBecause;
import dev.heed.testing.NetworkConditions;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubResponse;
import dev.heed.testing.StubServer;
import dev.heed.testing.VirtualTime;
import dev.heed.testing.junit.HeedExtension;
import dev.heed.testing.reactor.VirtualScheduler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The tests that docs/testing.md shows. */
@ExtendWith(HeedExtension.class)
@Tag("X1")
@Tag("X2")
@Tag("X3")
@Tag("X6")
final class TestingGuideTest {

  private static final Heed PLAN = Heed.builder("acme-sdk").hints(Hints.azure()).build();
  private static final Duration SEVEN_SECONDS = Duration.ofSeconds(7);

  private static HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create("https://api.example.com" + path)).build();
  }

  // snippet: testing-first
  @Test
  void comesBackWhenTheServerSays(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(
        Route.get("/orders/{id}"),
        RetryReply.after(Duration.ofSeconds(7)), // the first time
        Reply.json("{\"id\": 7}")); // the second time

    HttpResponse<String> response = stub.client().send(get("/orders/7"), BodyHandlers.ofString());

    assertEquals("{\"id\": 7}", response.body());
    assertEquals(Duration.ofSeconds(7), time.elapsed());
  }

  // end

  @Test
  void testsAPlanOfOnesOwn(StubHttpClient stub, VirtualTime time) throws Exception {
    // snippet: testing-plan
    Heed plan =
        Heed.builder("acme-sdk").time(time).reports(true).retry(r -> r.maxRetries(1)).build();
    HttpClient client = stub.client(plan);
    stub.on(Route.get("/orders/7"), Reply.status(503), Reply.status(503));

    HttpResponse<String> response = client.send(get("/orders/7"), BodyHandlers.ofString());

    assertCall(response)
        .sends(2)
        .waitedBecause(WaitedBecause.BACKOFF)
        .returned(503)
        .gaveUpBecause(GaveUpBecause.RETRIES_EXHAUSTED)
        .explainedBy("maxRetries");
    // end
  }

  @Test
  void testsAPlanThatIsAConstant(StubHttpClient stub, VirtualTime time) throws Exception {
    // snippet: testing-constant
    HttpClient client = stub.client(PLAN.toBuilder().time(time).reports(true).build());
    stub.on(
        Route.get("/orders/7"),
        RetryReply.header("retry-after-ms", "1500"),
        Reply.json("{\"id\": 7}"));

    HttpResponse<String> response = client.send(get("/orders/7"), BodyHandlers.ofString());

    assertCall(response).sends(2).waited(Duration.ofMillis(1500));
    // end
  }

  @Test
  void obeysADate(StubHttpClient stub, VirtualTime time) throws Exception {
    // snippet: testing-date
    Instant reopens = time.now().plusSeconds(20);
    stub.on(Route.get("/orders/7"), RetryReply.after(reopens), Reply.text("open"));

    stub.client().send(get("/orders/7"), BodyHandlers.ofString());

    assertEquals(reopens, time.now());
    // end
  }

  @Test
  void aWrongClockDoesNotMatter(StubHttpClient stub, VirtualTime time) throws Exception {
    // snippet: testing-wrong-clock
    time.turnWallClock(Duration.ofHours(-5));
    Reply atTen = Reply.status(503).header("Date", "Sun, 01 Mar 2026 10:00:00 GMT");
    stub.on(
        Route.get("/orders/7"),
        atTen.header("Retry-After", "Sun, 01 Mar 2026 10:00:07 GMT"),
        Reply.text("open"));

    stub.client().send(get("/orders/7"), BodyHandlers.ofString());

    assertEquals(Duration.ofSeconds(7), time.elapsed());
    // end
  }

  @Test
  void sendsABodyTwice(StubHttpClient stub) throws Exception {
    // snippet: testing-body
    stub.on(Route.post("/orders"), RetryReply.after(Duration.ofSeconds(1)), Reply.status(201));
    HttpRequest order =
        HttpRequest.newBuilder(URI.create("https://api.example.com/orders"))
            .header("Idempotency-Key", "a key of the caller's") // so that a POST may be repeated
            .POST(BodyPublishers.ofString("{\"item\": 4711}"))
            .build();

    stub.client().send(order, BodyHandlers.discarding());

    assertEquals("{\"item\": 4711}", stub.request(1).text());
    assertEquals("{\"item\": 4711}", stub.request(2).text());
    assertEquals(Duration.ofSeconds(1), stub.request(2).arrivedAfter());
    // end
  }

  @Test
  void aCancelEndsTheWait(StubHttpClient stub, VirtualTime time) {
    // snippet: testing-cancel
    stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)));
    CompletableFuture<?> call = stub.client().sendAsync(get("/orders/7"), BodyHandlers.ofString());
    time.advance(Duration.ofSeconds(3));
    assertFalse(call.isDone()); // it waits

    call.cancel(true);

    assertEquals(List.of(), time.pending()); // no timer is left
    time.advance(Duration.ofHours(1));
    assertEquals(1, stub.requests().size()); // and nothing more was sent
    // end
  }

  @Test
  void advancesOnlyAfterATimerIsRegistered(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));
    ExecutorService workers = Executors.newSingleThreadExecutor();
    // snippet: testing-threads
    Future<HttpResponse<String>> call =
        workers.submit(() -> stub.client().send(get("/orders/7"), BodyHandlers.ofString()));

    time.awaitTimers(1); // the worker has sent its request, and waits
    time.advance(Duration.ofSeconds(7));

    assertEquals("ok", call.get(10, TimeUnit.SECONDS).body());
    // end
    workers.shutdown();
  }

  @Test
  void stepsThroughAnAsynchronousCall(StubHttpClient stub, VirtualTime time) {
    stub.on(
        Route.get("/orders/7"),
        RetryReply.after(Duration.ofSeconds(2)),
        RetryReply.after(Duration.ofSeconds(5)),
        Reply.text("ok"));
    // snippet: testing-async
    CompletableFuture<HttpResponse<String>> call =
        stub.client().sendAsync(get("/orders/7"), BodyHandlers.ofString());

    time.advanceToNextTimer(); // to the second attempt
    assertEquals(Duration.ofSeconds(2), time.elapsed());
    time.advanceUntil(call::isDone); // through whatever comes

    assertEquals(Duration.ofSeconds(7), time.elapsed());
    // end
    assertEquals("ok", call.join().body());
  }

  @Test
  void provesTheOrderOfTheChain() {
    Heed plan =
        Heed.builder("acme-sdk")
            .retry(r -> r.maxRetries(4))
            .perCall(Stages.idempotencyKey())
            .perAttempt(Stages.bearer(() -> "token"))
            .perAttempt(Stages.signer(request -> {}))
            .callTimeout(Duration.ofMinutes(3))
            .build();
    // snippet: testing-chain
    assertPlan(plan)
        .outsideRetry("idempotency key") // one key for all attempts
        .insideRetry("bearer token") // a fresh token for each
        .inOrder("call timeout", "retry", "bearer token", "request signer")
        .sendsAtMost(5)
        .warnsOfNothing();
    // end
  }

  @Test
  void choosesTheJitter(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(Route.get("/orders/7"), Reply.status(503), Reply.status(503), Reply.text("ok"));
    // snippet: testing-chance
    time.draws(0.5, 0.25); // or time.seed(42)

    HttpResponse<String> response = stub.client().send(get("/orders/7"), BodyHandlers.ofString());

    assertCall(response).waits(Duration.ofMillis(500), Duration.ofMillis(500));
    // end
  }

  @Test
  void usesARealSocket(StubServer server, VirtualTime time) throws Exception {
    // snippet: testing-server
    server.on(Route.get("/report"), Reply.text("half of it").cutAfter(4), Reply.text("all of it"));
    HttpClient client =
        HeedHttpClient.newBuilder(Heed.builder("acme-sdk").time(time).build())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    HttpRequest request = HttpRequest.newBuilder(server.uri("/report")).build();

    assertEquals("all of it", client.send(request, BodyHandlers.ofString()).body());
    assertEquals(Duration.ofMillis(500), time.elapsed()); // the backoff took no time
    // end
  }

  @Test
  void goesOverABadNetwork(StubHttpClient stub) throws Exception {
    // snippet: testing-network
    stub.on(Route.any("/*").reusable(), Reply.text("ok"))
        .under(
            new NetworkConditions(42) // the same seed, the same failures
                .delay(Duration.ofMillis(200))
                .variance(0.5)
                .failureRate(0.2));

    for (int i = 0; i < 100; i++) {
      assertEquals("ok", stub.client().send(get("/orders/" + i), BodyHandlers.ofString()).body());
    }
    // end
  }

  @Test
  void followsReactor(VirtualTime time) {
    // snippet: testing-reactor
    Scheduler scheduler = VirtualScheduler.on(time);
    List<String> seen = new ArrayList<>();
    Mono.just("later").delayElement(Duration.ofSeconds(7), scheduler).subscribe(seen::add);

    time.advance(Duration.ofSeconds(7));

    assertEquals(List.of("later"), seen);
    // end
  }

  @Test
  void worksWithoutJUnit() throws Exception {
    // snippet: testing-plain
    try (VirtualTime time = new VirtualTime()) {
      StubHttpClient stub = new StubHttpClient(time);
      stub.on(Route.get("/orders/7"), Reply.fail(new IOException("reset")), Reply.text("ok"));

      assertEquals("ok", stub.client().send(get("/orders/7"), BodyHandlers.ofString()).body());

      stub.verifyAllCalled();
    } // fails if somebody still waits, and says who
    // end
  }

  @Test
  void testsCodeThatTakesAResponse() {
    // snippet: testing-response
    HttpResponse<String> response =
        StubResponse.of(429, "slow down").withHeader("Retry-After", "120");

    Optional<Duration> wait = Hints.retryAfter().read(response);

    assertEquals(Optional.of(Duration.ofMinutes(2)), wait);
    // end
  }

  @Test
  void aForgottenWaitIsNamed() {
    VirtualTime time = new VirtualTime();
    StubHttpClient stub = new StubHttpClient(time);
    stub.on(Route.get("/orders/7"), RetryReply.after(SEVEN_SECONDS));
    CompletableFuture<?> call = stub.client().sendAsync(get("/orders/7"), BodyHandlers.ofString());
    assertFalse(call.isDone());

    AssertionError forgotten = assertThrows(AssertionError.class, time::close);

    // The page shows this text too.
    assertTrue(
        forgotten
            .getMessage()
            .startsWith(
                """
                Somebody still waits when the test ends. Move the clock on, or cancel the call. \
                The clock stands at +0 ms; waiting:
                  timer of the wait before another attempt, stub: GET \
                https://api.example.com/orders/7, set by thread\
                """),
        forgotten.getMessage());
  }
}
