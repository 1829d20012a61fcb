package dev.heed.testing;

import static dev.heed.testing.Requests.get;
import static dev.heed.testing.Requests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.observe.CallReport;
import dev.heed.retry.RequestTimeoutCovers;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StubHttpClientTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);

  private Heed.Builder plan() {
    return Heed.builder("test").time(time);
  }

  private HttpResponse<String> send(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpRequest.Builder limited(HttpRequest request, Duration timeout) {
    return HttpRequest.newBuilder(request, (name, value) -> true).timeout(timeout);
  }

  @Test
  @Tag("X6")
  @Tag("X2")
  void failureThenSuccessWaitsOnTheStubsClock() throws Exception {
    stub.on(
        Route.get("/orders/{id}"),
        RetryReply.after(Duration.ofSeconds(7)),
        Reply.json("{\"id\":7}"));
    HttpResponse<String> response = send(stub.client(), get("/orders/7"));
    assertThat(response.body()).isEqualTo("{\"id\":7}");
    assertThat(time.elapsed()).hasSeconds(7);
    assertThat(CallReport.of(response).attempts()).hasSize(2);
    stub.verifyAllCalled();
  }

  @Test
  @Tag("X2")
  void datedHintIsComparedWithTheStubsClock() throws Exception {
    stub.on(
        Route.get("/a"), RetryReply.after(time.now().plusSeconds(20)), Reply.text("in the end"));
    assertThat(send(stub.client(), get("/a")).body()).isEqualTo("in the end");
    assertThat(time.elapsed()).hasSeconds(20);
  }

  @Test
  @Tag("X6")
  void clientWithAPlanUsesTheClockOfThePlan() throws Exception {
    VirtualTime other = new VirtualTime();
    stub.on(
        Route.get("/a"),
        Reply.status(503).header("Retry-After", "3"),
        Reply.text("x").delayed(SECOND));
    send(stub.client(Heed.builder("other").time(other).build()), get("/a"));
    assertThat(other.elapsed()).hasSeconds(4);
    assertThat(time.elapsed()).isZero();
    assertThat(stub.request(2).arrivedAfter()).hasSeconds(3);
  }

  @Test
  @Tag("X6")
  void clientFollowsThePlan() throws Exception {
    stub.on(Route.get("/a"), Reply.status(503));
    Heed plan = plan().retry(r -> r.maxRetries(0)).build();
    assertThat(send(stub.client(plan), get("/a")).statusCode()).isEqualTo(503);
    assertThat(stub.client(plan).describe().toString()).contains("test");
  }

  @Test
  @Tag("X1")
  void requestsAreRecordedWithTheirArrivalAndAttempt() throws Exception {
    stub.on(Route.post("/orders/{id}"), RetryReply.after(SECOND), Reply.status(201));
    Heed plan =
        plan()
            .perCall(Stages.deduplicatedByServer())
            .perAttempt(Stages.bearer(() -> "t0ken"))
            .build();
    send(stub.client(plan), post("/orders/7?full=a%20b", "{ \"n\": 1 }"));
    RecordedRequest second = stub.request(2);
    assertThat(second).hasToString("POST http://api.test/orders/7?full=a%20b");
    assertThat(second.method()).isEqualTo("POST");
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.text()).isEqualTo("{ \"n\": 1 }");
    assertThat(second.json()).isEqualTo("{\"n\":1}");
    assertThat(second.bytes()).isEqualTo("{ \"n\": 1 }".getBytes(StandardCharsets.UTF_8));
    assertThat(second.header("authorization")).contains("Bearer t0ken");
    assertThat(second.query("full")).contains("a b");
    assertThat(second.query("none")).isEmpty();
    assertThat(second.variable("id")).isEqualTo("7");
    assertThat(second.variables()).containsOnlyKeys("id");
    assertThat(second.arrivedAt()).isEqualTo(VirtualTime.START.plusSeconds(1));
    assertThat(second.arrivedAfter()).isEqualTo(SECOND);
    assertThat(second.headers().firstValue("Idempotency-Key"))
        .isEqualTo(stub.request(1).header("Idempotency-Key"));
  }

  @Test
  @Tag("X1")
  void attemptsOfTwoCallsAreCountedApart() throws Exception {
    stub.on(Route.get("/a"), RetryReply.after(SECOND), Reply.status(200), Reply.status(200));
    send(stub.client(), get("/a"));
    send(stub.client(), get("/a"));
    assertThat(stub.requests()).extracting(RecordedRequest::attempt).containsExactly(1, 2, 1);
  }

  @Test
  @Tag("X1")
  void attemptsOfAnotherClientAreThoseWithTheSameMethodUriAndKey() throws Exception {
    stub.on(Route.any("*").reusable(), Reply.status(200));
    HttpRequest keyed =
        HttpRequest.newBuilder(get("/a").uri()).header("Idempotency-Key", "k").build();
    for (HttpRequest request : List.of(get("/a"), get("/b"), keyed, get("/a"), keyed)) {
      send(stub, request);
    }
    assertThat(stub.requests()).extracting(RecordedRequest::attempt).containsExactly(1, 1, 1, 2, 2);
  }

  @Test
  @Tag("X2")
  void aReplyIsFreshEachTime() throws Exception {
    stub.on(Route.get("/a").reusable(), RetryReply.header("Retry-After", "1"));
    HttpResponse<String> one = send(stub, get("/a"));
    HttpResponse<String> two = send(stub, get("/a"));
    assertThat(one).isNotSameAs(two).hasToString("(GET http://api.test/a) 429");
    assertThat(two.headers().map()).isEqualTo(one.headers().map());
  }

  @Test
  @Tag("X2")
  void delayedReplyTakesItsTime() throws Exception {
    stub.on(Route.get("/a"), Reply.text("x").delayed(SECOND).delayed(SECOND));
    assertThat(send(stub, get("/a")).body()).isEqualTo("x");
    assertThat(time.elapsed()).hasSeconds(2);
  }

  @Test
  @Tag("X2")
  void stallingReplyEndsAtTheRequestsTimeout() {
    stub.on(Route.get("/a"), Reply.stall());
    HttpRequest request = limited(get("/a"), MINUTE).build();
    assertThatThrownBy(() -> send(stub, request)).isInstanceOf(HttpTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(MINUTE);
    assertThat(stub.request(1).abandoned()).isTrue();
    assertThat(time.pending()).isEmpty();
  }

  @Test
  void timeLimitIsTakenBackWhenTheHeadArrives() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abc"));
    send(stub, limited(get("/a"), MINUTE).build());
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("X2")
  void stallingReplyEndsAtTheTimeLimitsOfAPlan() throws Exception {
    stub.on(Route.get("/a"), Reply.stall(), Reply.text("abc").stallAfter(1), Reply.text("abc"));
    Heed plan = plan().attemptTimeout(MINUTE).build();
    assertThat(send(stub.client(plan), get("/a")).body()).isEqualTo("abc");
    assertThat(stub.requests())
        .extracting(RecordedRequest::abandoned)
        .containsExactly(true, true, false);
    assertThat(time.elapsed()).isBetween(MINUTE.multipliedBy(2), MINUTE.multipliedBy(3));
  }

  @Test
  @Tag("X2")
  void timeoutOfARequestEndsWithItsHead() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abc").trickle(1, SECOND));
    assertThat(send(stub, limited(get("/a"), SECOND).build()).body()).isEqualTo("abc");
    assertThat(time.elapsed()).hasSeconds(2);
  }

  @Test
  @Tag("X2")
  void brokenRepliesAreRetriedAsFailuresOfTheNetwork() throws Exception {
    stub.on(
        Route.get("/a"),
        Reply.cut(),
        Reply.reset(),
        Reply.text("abc").cutAfter(2),
        Reply.text("abc").resetAfter(0),
        Reply.fail(ConnectException::new),
        Reply.text("abc"));
    Heed plan = plan().retry(r -> r.maxRetries(9)).build();
    assertThat(send(stub.client(plan), get("/a")).body()).isEqualTo("abc");
    stub.verifyAllCalled();
  }

  @Test
  @Tag("X2")
  void brokenRepliesFailAsTheyDoOnAWire() {
    stub.on(
        Route.get("/a"),
        Reply.cut(),
        Reply.reset(),
        Reply.text("abc").cutAfter(2),
        Reply.text("abc").resetAfter(2));
    assertThatThrownBy(() -> send(stub, get("/a")))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the connection was closed before the head");
    assertThatThrownBy(() -> send(stub, get("/a"))).hasMessage("Connection reset");
    assertThatThrownBy(() -> send(stub, get("/a")))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the connection was closed after 2 of 3 bytes");
    assertThatThrownBy(() -> send(stub, get("/a"))).hasMessage("Connection reset");
    assertThat(stub.requests()).noneMatch(RecordedRequest::abandoned);
  }

  @Test
  @Tag("X2")
  void failureIsThrownAsItIs() {
    IOException checked = new IOException("no route to host");
    IllegalStateException unchecked = new IllegalStateException("closed");
    stub.on(
        Route.get("/a"),
        Reply.fail(checked).delayed(SECOND),
        Reply.fail(unchecked),
        Reply.fail(new Exception("other")),
        Reply.fail(() -> null));
    assertThatThrownBy(() -> send(stub, get("/a"))).isSameAs(checked);
    assertThat(time.elapsed()).isEqualTo(SECOND);
    assertThatThrownBy(() -> send(stub, get("/a"))).isSameAs(unchecked);
    assertThatThrownBy(() -> send(stub, get("/a")))
        .isExactlyInstanceOf(IOException.class)
        .hasRootCauseMessage("other");
    assertThatThrownBy(() -> send(stub, get("/a")))
        .hasMessage("the supplier of Reply.fail gave nothing");
  }

  @Test
  @Tag("X2")
  void streamedBodyTricklesOnTheClock() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abcde").trickle(2, SECOND));
    try (InputStream body = stub.send(get("/a"), BodyHandlers.ofInputStream()).body()) {
      assertThat(time.elapsed()).isZero();
      assertThat(body.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("abcde");
    }
    assertThat(time.elapsed()).hasSeconds(2);
  }

  @Test
  @Tag("X2")
  void streamedBodyThatIsCutFailsTheReader() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abc").trickle(1, SECOND).cutAfter(2));
    try (InputStream body = stub.send(get("/a"), BodyHandlers.ofInputStream()).body()) {
      assertThatThrownBy(body::readAllBytes)
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("the connection was closed after 2 of 3 bytes");
    }
  }

  @Test
  void headHasTheLengthOfABodyThatDoesNotCome() throws Exception {
    stub.on(Route.head("/a"), Reply.text("abc").cutAfter(1));
    HttpRequest head =
        HttpRequest.newBuilder(get("/a").uri()).method("HEAD", BodyPublishers.noBody()).build();
    HttpResponse<String> response = send(stub, head);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("Content-Length")).contains("3");
  }

  @Test
  @Tag("X4")
  void networkConditionsDelayFailAndReplace() throws Exception {
    stub.on(Route.get("/a").reusable(), Reply.text("fine"));
    NetworkConditions slow = new NetworkConditions(1).delay(SECOND);
    assertThat(send(stub.under(slow), get("/a")).body()).isEqualTo("fine");
    assertThat(time.elapsed()).isEqualTo(SECOND);
    stub.under(slow.failureRate(1));
    assertThatThrownBy(() -> send(stub, get("/a"))).hasMessage("Connection reset");
    stub.under(slow.errorRate(1, Reply.status(502)));
    assertThat(send(stub, get("/a")).statusCode()).isEqualTo(502);
    assertThat(time.elapsed()).hasSeconds(3);
    assertThat(send(stub.under(null), get("/a")).body()).isEqualTo("fine");
    assertThat(time.elapsed()).hasSeconds(3);
  }

  @Test
  @Tag("X6")
  void timeoutOfTheRequestBoundsTheWholeCall() {
    stub.on(Route.get("/a").reusable(), Reply.text("abc").stallAfter(1));
    Heed plan = plan().requestTimeoutCovers(RequestTimeoutCovers.CALL).build();
    assertThatThrownBy(() -> send(stub.client(plan), limited(get("/a"), MINUTE).build()))
        .isInstanceOf(HttpTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(MINUTE);
  }

  @Test
  void asynchronousCallsGoByTheClockThatTheTestMoves() {
    stub.on(
        Route.get("/a"),
        RetryReply.after(SECOND),
        Reply.text("abc").delayed(SECOND).trickle(1, SECOND));
    CompletableFuture<HttpResponse<String>> call =
        stub.client().sendAsync(get("/a"), BodyHandlers.ofString());
    time.advance(SECOND.multipliedBy(3));
    assertThat(stub.requests()).hasSize(2);
    assertThat(call).isNotDone();
    time.advance(SECOND);
    assertThat(call.join().body()).isEqualTo("abc");
  }

  @Test
  @Tag("X4")
  void roughNetworkIsTheSameInEachRun() {
    assertThat(roughRun()).isEqualTo(roughRun()).hasSizeGreaterThan(300);
  }

  /** 300 calls at once over a bad network: every request, with its time and its attempt. */
  private static List<String> roughRun() {
    VirtualTime time = new VirtualTime();
    StubHttpClient stub =
        new StubHttpClient(time)
            .on(Route.get("/{n}").reusable(), Reply.text("x"))
            .under(
                new NetworkConditions(7)
                    .delay(SECOND)
                    .variance(0.5)
                    .failureRate(0.2)
                    .errorRate(0.2, Reply.status(503)));
    HttpClient client = stub.client();
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      calls.add(client.sendAsync(get("/" + i), BodyHandlers.ofString()));
    }
    time.advanceUntil(() -> calls.stream().allMatch(CompletableFuture::isDone));
    return stub.requests().stream()
        .map(request -> request + " " + request.attempt() + " " + request.arrivedAfter())
        .toList();
  }

  @Test
  void manyThreadsMayShareAStub() {
    stub.on(Route.any("*").reusable(), Reply.text("x"));
    IntStream.range(0, 1_000)
        .parallel()
        .forEach(i -> assertThatCode(() -> send(stub, get("/" + i))).doesNotThrowAnyException());
    assertThat(stub.requests())
        .hasSize(1_000)
        .extracting(RecordedRequest::number)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void closedClientTakesNoCallsAndEndsThoseThatGoOn() throws Exception {
    stub.on(Route.get("/a"), Reply.stall());
    CompletableFuture<?> stalled = stub.sendAsync(get("/a"), BodyHandlers.ofString());
    stub.shutdown();
    assertThat(stub.isTerminated()).isFalse();
    assertThat(stub.awaitTermination(Duration.ofMillis(1))).isFalse();
    stub.close();
    assertThat(stub.awaitTermination(MINUTE)).isTrue();
    assertThat(stalled).isCompletedExceptionally();
    assertThat(stub.isTerminated()).isTrue();
    assertThatThrownBy(() -> send(stub, get("/a"))).hasMessage("the stub client is closed");
    assertThat(stub.sendAsync(get("/a"), BodyHandlers.ofString())).isCompletedExceptionally();
    stub.verifyAllCalled();
  }

  @Test
  void itIsAsPlainAsAClientCanBe() {
    assertThat(stub.cookieHandler()).isEmpty();
    assertThat(stub.connectTimeout()).isEmpty();
    assertThat(stub.followRedirects()).isEqualTo(HttpClient.Redirect.NEVER);
    assertThat(stub.proxy()).isEmpty();
    assertThat(stub.sslContext()).isNotNull();
    assertThat(stub.sslParameters()).isNotNull();
    assertThat(stub.authenticator()).isEmpty();
    assertThat(stub.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(stub.executor()).isEmpty();
  }
}
