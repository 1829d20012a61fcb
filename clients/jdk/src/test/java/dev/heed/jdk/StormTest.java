package dev.heed.jdk;

import static dev.heed.jdk.Clients.heed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Wire;
import dev.heed.conformance.wire.WireServer;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many calls at once against a server that does anything, with callers who do anything. */
class StormTest {

  private static final int CALLS = 400;
  private static final int CALLERS = 16;

  private static final Reply HALF = Reply.head(200, "Content-Length: 8").body("half");

  private static final List<Reply> REPLIES =
      List.of(
          Reply.ok("good"),
          Reply.ok("good"),
          Reply.ok("good"),
          Reply.busy(),
          Reply.of(503, "x".repeat(60_000), "Retry-After: 0.01"),
          Reply.of(429, "x".repeat(100_000), "Retry-After: 0.02"),
          Reply.reset(),
          Wire::close,
          Reply.stall(),
          Reply.head(503, "Retry-After: 0").thenTrickle(Duration.ofMillis(30)),
          HALF.thenClose(),
          HALF.thenReset(),
          HALF.thenStall());

  private final CountingTime time = new CountingTime();
  private final AtomicInteger good = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  private HttpClient client() {
    Stage later =
        request ->
            CompletableFuture.runAsync(
                () -> request.setHeader("X-Token", "t"), request.time().executor());
    return heed(
        plan ->
            plan.time(time)
                .perAttempt(later)
                .attemptTimeout(Duration.ofMillis(200))
                .callTimeout(Duration.ofMillis(1_500)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  @Tag("O1")
  @Tag("O4")
  void everyCallEndsAndNothingIsLeft(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    HttpClient client = client();
    try (var server = WireServer.replying(wire -> anything(random).on(wire))) {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        SplittableRandom own = random.split();
        calls.add(callers.submit(() -> call(client, server, own)));
      }
      for (Future<?> call : calls) {
        call.get(20, TimeUnit.SECONDS);
      }
      time.awaitNonePending();
      ((HeedHttpClient) client).shutdown();
      assertThat(((HeedHttpClient) client).awaitTermination(Duration.ofSeconds(5))).isTrue();
      server.awaitOpen(CALLERS);
    } finally {
      callers.shutdown();
    }
    assertThat(ended).hasValue(CALLS);
    assertThat(good).hasValueGreaterThan(CALLS / 4);
  }

  private static synchronized Reply anything(SplittableRandom random) {
    return REPLIES.get(random.nextInt(REPLIES.size()));
  }

  private void call(HttpClient client, WireServer server, SplittableRandom random) {
    HttpRequest request = HttpRequest.newBuilder(server.uri()).PUT(body(random)).build();
    HttpRequest repeatable =
        HeedRequest.from(request).idempotent(random.nextInt(4) > 0).restartable(true).build();
    BodyHandler<?> handler =
        random.nextBoolean() ? BodyHandlers.ofString() : BodyHandlers.ofByteArray();
    try {
      if (random.nextBoolean()) {
        client.send(repeatable, handler);
      } else {
        async(client.sendAsync(repeatable, handler), random);
      }
      good.incrementAndGet();
    } catch (IOException | InterruptedException | CompletionException | CancellationException e) {
      // Among so many replies some calls cannot end well: that they end is the point.
      assertThat(e).isNotInstanceOf(InterruptedException.class);
    }
    ended.incrementAndGet();
  }

  private static void async(CompletableFuture<?> call, SplittableRandom random) {
    CompletableFuture<?> derived = call.thenApply(response -> response);
    if (random.nextInt(5) == 0) {
      derived.orTimeout(random.nextInt(200), TimeUnit.MILLISECONDS);
    }
    if (random.nextInt(5) == 0) {
      derived.cancel(random.nextBoolean());
    }
    derived.join();
  }

  private static HttpRequest.BodyPublisher body(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(20_000)];
    return random.nextBoolean()
        ? BodyPublishers.ofByteArray(bytes)
        : BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes));
  }
}
