package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.CallTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeLimitTest {

  private static final Duration SHORT = Duration.ofMillis(150);

  /** Where something has to succeed within it. */
  private static final Duration ENOUGH = Duration.ofMillis(500);

  private static final Reply HALF = Reply.head(200, "Content-Length: 8").body("half");

  private final CountingTime time = new CountingTime();

  private HttpClient withCallTimeout() {
    return heed(plan -> plan.time(time).callTimeout(SHORT));
  }

  private HttpClient withAttemptTimeout() {
    return heed(plan -> plan.time(time).attemptTimeout(ENOUGH));
  }

  private static List<GaveUpBecause> reason(Object outcome) {
    return CallReport.of(outcome).gaveUpBecause().stream().toList();
  }

  /** Where a server can stop. */
  static List<Reply> stalls() {
    return List.of(
        Reply.stall(),
        Reply.raw("HTTP/1.1 200 Fi").thenStall(),
        HALF.thenStall(),
        Reply.head(200, "Transfer-Encoding: chunked").thenTrickle(Duration.ofMillis(20)));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T1")
  @Tag("T3")
  @Tag("T4")
  void callTimeoutEndsTheCallWhereverTheServerStalls(Mode mode) throws Exception {
    for (Reply stall : stalls()) {
      try (var server = WireServer.replying(stall)) {
        assertThatThrownBy(() -> mode.text(withCallTimeout(), get(server)))
            .isInstanceOf(CallTimeoutException.class)
            .isInstanceOf(HttpTimeoutException.class)
            .hasMessage("the call timed out after 150 ms (Heed.callTimeout)")
            .satisfies(failure -> assertThat(reason(failure)).containsOnly(GaveUpBecause.DEADLINE));
        server.awaitOpen(0);
        assertThat(server.seen()).hasSize(1);
      }
    }
    time.awaitNonePending();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T2")
  @Tag("T3")
  void attemptTimeoutEndsTheAttemptWhereverTheServerStalls(Mode mode) throws Exception {
    for (Reply stall : stalls()) {
      try (var server = WireServer.replying(stall, Reply.ok("good"))) {
        HttpResponse<String> response = mode.text(withAttemptTimeout(), get(server));
        assertThat(response.body()).isEqualTo("good");
        assertThat(CallReport.of(response).attempts().get(0).failure())
            .get()
            .isInstanceOf(AttemptTimeoutException.class);
        server.awaitOpen(1);
        assertThat(server.seen(2).connection()).isEqualTo(2);
      }
    }
    time.awaitNonePending();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T2")
  @Tag("R3")
  void attemptTimeoutOfAPostEndsTheCall(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      assertThatThrownBy(() -> mode.text(withAttemptTimeout(), post(server, "order")))
          .isInstanceOf(AttemptTimeoutException.class)
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("the attempt timed out after 500 ms")
          .satisfies(failure -> assertThat(reason(failure)).containsOnly(GaveUpBecause.METHOD));
      assertThat(server.bodies()).containsExactly("order");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T1")
  void timeoutOfTheRequestBoundsTheCallByDefault(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.time(time));
    try (var server = WireServer.replying(Reply.stall())) {
      HttpRequest request = HttpRequest.newBuilder(server.uri()).timeout(SHORT).build();
      assertThatThrownBy(() -> mode.text(client, request))
          .isInstanceOf(CallTimeoutException.class)
          .hasMessage("the call timed out after 150 ms (the timeout of the request)");
      assertThat(server.seen()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T1")
  void callTimeoutOfTheRequestWins(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.time(time).callTimeout(Duration.ofMinutes(1)));
    try (var server = WireServer.replying(HALF.thenStall())) {
      HttpRequest request = HeedRequest.from(get(server)).callTimeout(SHORT).build();
      assertThatThrownBy(() -> mode.text(client, request))
          .isInstanceOf(CallTimeoutException.class)
          .hasMessageContaining("the callTimeout of the request");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T1")
  void timeSpentIsTakenOffTheNextAttempt(Mode mode) throws Exception {
    HttpClient client =
        heed(
            plan ->
                plan.time(time)
                    .callTimeout(Duration.ofMillis(1_500))
                    .attemptTimeout(Duration.ofMillis(1_000)));
    try (var server = WireServer.replying(Reply.stall())) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> mode.text(client, get(server)))
          .isInstanceOf(CallTimeoutException.class)
          .satisfies(
              failure ->
                  assertThat(failure.getSuppressed())
                      .hasAtLeastOneElementOfType(AttemptTimeoutException.class));
      assertThat(System.nanoTime() - start).isGreaterThan(1_490_000_000L);
      assertThat(server.seen()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T3")
  void stuckSubscriberDoesNotHoldTheCall(Mode mode) throws Exception {
    var release = new java.util.concurrent.CountDownLatch(1);
    try (var server = WireServer.replying(HALF.thenStall())) {
      assertThatThrownBy(
              () ->
                  mode.call(
                      withCallTimeout(),
                      get(server),
                      BodyHandlers.ofByteArrayConsumer(part -> awaits(release))))
          .isInstanceOf(CallTimeoutException.class);
      server.awaitOpen(0);
    } finally {
      release.countDown();
    }
  }

  private static void awaits(java.util.concurrent.CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T4")
  void callTimeoutWhileConnectingIsACallTimeout(Mode mode) throws Exception {
    // A listener with a full queue accepts nobody, and refuses nobody.
    try (var full = new FullListener()) {
      assertThatThrownBy(() -> mode.text(withCallTimeout(), get(full.uri())))
          .isInstanceOf(CallTimeoutException.class);
    }
  }
}
