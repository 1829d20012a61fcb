package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Wire;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.retry.CallTimeoutException;
import dev.heed.stage.Stage;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the JDK's client does to a naive retry, and not to Heed: connections, threads, limits. */
class ConnectionTrapsTest {

  private static final Reply HALF = Reply.head(200, "Content-Length: 8").body("half");

  private static HttpRequest limited(WireServer server, int millis) {
    return HttpRequest.newBuilder(server.uri()).timeout(Duration.ofMillis(millis)).build();
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_25)
  void bareTimeoutOfARequestEndsAtTheHead() throws Exception {
    CountDownLatch late = new CountDownLatch(1);
    try (var server = WireServer.replying(HALF.thenAwait(late).body("rest"))) {
      CompletableFuture<HttpResponse<String>> response =
          bare().sendAsync(limited(server, 100), BodyHandlers.ofString());
      assertThatThrownBy(() -> response.get(400, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      late.countDown();
      assertThat(response.get().body()).isEqualTo("halfrest");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T1")
  @Tag("T3")
  @Tag("T4")
  void timeoutOfARequestCoversTheBody(Mode mode) throws Exception {
    try (var server = WireServer.replying(HALF.thenStall())) {
      assertThatThrownBy(() -> mode.text(heed(), limited(server, 200)))
          .isInstanceOf(CallTimeoutException.class)
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessageContaining("the timeout of the request");
      server.awaitOpen(0);
      assertThat(server.seen()).hasSize(1);
    }
  }

  /** What a caller may do to a future of no more interest, apart from {@code cancel(true)}. */
  static List<Consumer<CompletableFuture<?>>> endings() {
    return List.of(
        future -> future.cancel(false),
        future -> future.orTimeout(1, TimeUnit.MILLISECONDS).handle((v, e) -> v).join(),
        future -> future.thenApply(response -> response).cancel(false),
        future -> future.completeExceptionally(new IllegalStateException("enough")));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void bareFutureGoesOnOnTheWire(Consumer<CompletableFuture<?>> ending) throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      CompletableFuture<?> future = bare().sendAsync(get(server), BodyHandlers.ofString());
      server.awaitSeen(1);
      ending.accept(future);
      assertThat(server.remainsOpenFor(Duration.ofMillis(100))).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("endings")
  @Tag("O4")
  void endingTheFutureClosesTheConnection(Consumer<CompletableFuture<?>> ending) throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      CompletableFuture<?> future = heed().sendAsync(get(server), BodyHandlers.ofString());
      server.awaitSeen(1);
      ending.accept(future);
      server.awaitOpen(0);
    }
  }

  @ParameterizedTest
  @MethodSource("endings")
  @Tag("O4")
  void endingTheFutureInTheBodyClosesTheConnection(Consumer<CompletableFuture<?>> ending)
      throws Exception {
    CountDownLatch inBody = new CountDownLatch(1);
    try (var server = WireServer.replying(HALF.thenStall())) {
      CompletableFuture<?> future =
          heed()
              .sendAsync(
                  get(server),
                  info -> {
                    inBody.countDown();
                    return BodyHandlers.ofString().apply(info);
                  });
      inBody.await();
      ending.accept(future);
      server.awaitOpen(0);
    }
  }

  /** Small enough to be drained, and too large to be taken in before it is asked for. */
  private static Reply talkative() {
    return Reply.of(503, "x".repeat(60_000), "Retry-After: 0");
  }

  @Test
  void bareCallsLeaveAConnectionForEachUnreadBody() throws Exception {
    List<InputStream> unread = new ArrayList<>();
    try (var server = WireServer.replying(talkative())) {
      HttpClient client = bare();
      for (int i = 0; i < 5; i++) {
        unread.add(client.send(get(server), BodyHandlers.ofInputStream()).body());
      }
      assertThat(unread).hasSize(server.connections()).hasSize(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O1")
  void discardedBodiesLeaveTheConnectionFree(Mode mode) throws Exception {
    try (var server =
        WireServer.replying(talkative(), talkative(), talkative(), Reply.ok("good"))) {
      InputStream body = mode.call(heed(), get(server), BodyHandlers.ofInputStream()).body();
      assertThat(body).hasContent("good");
      assertThat(server.seen()).hasSize(4);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** One good reply, then connections that close when the next request arrives. */
  private static WireServer stale() {
    return WireServer.replying(Reply.ok("first"), Wire::close, Reply.ok("second"));
  }

  @Test
  void bareGetReachesTheServerTwiceOnAStaleConnection() throws Exception {
    HttpClient client = bare();
    try (var server = stale()) {
      client.send(get(server), BodyHandlers.ofString());
      assertThat(client.send(get(server), BodyHandlers.ofString()).body()).isEqualTo("second");
      assertThat(server.seen()).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C3")
  void attemptsAreCountedApartFromTheHiddenSends(Mode mode) throws Exception {
    HttpClient client = heed();
    try (var server = stale()) {
      mode.text(client, get(server));
      assertThat(CallReport.of(mode.text(client, get(server))).sends()).isEqualTo(1);
      assertThat(server.seen()).hasSize(3);
      assertThat(((HeedHttpClient) client).describe().toString())
          .contains("sends a GET or HEAD again on its own")
          .contains("worst case: 4 sends (up to 8 on the wire)");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R3")
  void postOnAStaleConnectionIsSentOnce(Mode mode) throws Exception {
    HttpClient client = heed();
    try (var server = stale()) {
      mode.text(client, get(server));
      assertThatThrownBy(() -> mode.text(client, post(server, "order")))
          .satisfies(
              failure ->
                  assertThat(CallReport.of(failure).gaveUpBecause())
                      .hasToString("Optional[method]"));
      assertThat(server.seen()).hasSize(2);
    }
  }

  @Test
  void bareStagesRunOutsideOfTheClientsExecutor() throws Exception {
    ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
    HttpClient client = HttpClient.newBuilder().executor(own).build();
    CountDownLatch registered = new CountDownLatch(1);
    Reply later = Reply.after(registered).then(Reply.ok(""));
    try (var server = WireServer.replying(later)) {
      CompletableFuture<String> stage =
          client
              .sendAsync(get(server), BodyHandlers.discarding())
              .thenApply(response -> Thread.currentThread().getName());
      registered.countDown();
      assertThat(stage.get()).isNotEqualTo("own");
    } finally {
      own.shutdown();
    }
  }

  @Test
  @Tag("C7")
  void stagesOfAsynchronousCallsRunOnHeedsOwnThreadsAfterTheFirst() throws Exception {
    Queue<String> threads = new ConcurrentLinkedQueue<>();
    Stage noting = Stage.of("noting", request -> threads.add(Thread.currentThread().getName()));
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      heed(plan -> plan.perAttempt(noting)).sendAsync(get(server), BodyHandlers.ofString()).get();
    }
    assertThat(threads).hasSize(3).first().isEqualTo(Thread.currentThread().getName());
    assertThat(threads.stream().skip(1)).allMatch(name -> name.startsWith("heed-call"));
  }

  @Test
  @Tag("O7")
  void stagesOfBlockingCallsRunOnTheCallersThread() throws Exception {
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    Stage noting = Stage.of("noting", request -> threads.add(Thread.currentThread()));
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      heed(plan -> plan.perAttempt(noting)).send(get(server), BodyHandlers.ofString());
    }
    assertThat(threads).hasSize(3).allMatch(Thread.currentThread()::equals);
  }

  @Test
  @Tag("T5")
  void noTimeLimitIsSetUnaskedAndDescribeSaysSo() {
    HeedHttpClient client = HeedHttpClient.wrap(bare());
    assertThat(client.describe().warnings())
        .singleElement()
        .asString()
        .startsWith("no call timeout");
  }
}
