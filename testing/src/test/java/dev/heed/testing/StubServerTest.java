package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StubServerTest {

  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final StubServer server = StubServer.start();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    server.close();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(server.uri(path)).timeout(PATIENCE).build();
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpClient heed() {
    return HeedHttpClient.wrap(
        client, Heed.builder("test").retry(r -> r.baseDelay(Duration.ZERO).maxRetries(9)).build());
  }

  private void awaitRequests(int count) {
    while (server.requests().size() < count) {
      Thread.onSpinWait();
    }
  }

  /** The server notices the end of a connection a little later than the client makes it. */
  private void awaitAbandoned(int number) {
    while (!server.request(number).abandoned()) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Tag("X1")
  void clientOfHeedComesBackToTheServer() throws Exception {
    server.on(Route.get("/orders/{id}"), RetryReply.after(Duration.ZERO), Reply.json("{\"id\":7}"));
    HttpResponse<String> response =
        HeedHttpClient.wrap(client).send(get("/orders/7"), BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("{\"id\":7}");
    assertThat(server.request(2).variable("id")).isEqualTo("7");
    server.verifyAllCalled();
  }

  @Test
  @Tag("X1")
  void requestsAreRecorded() throws Exception {
    server.on(Route.any("*").reusable(), Reply.status(200));
    Instant before = Instant.now();
    HttpRequest request =
        HttpRequest.newBuilder(server.uri("/orders?full=a%20b"))
            .header("Accept", "text/plain")
            .POST(BodyPublishers.ofString("äpfel"))
            .build();
    send(request);
    send(request);
    RecordedRequest second = server.request(2);
    assertThat(second).hasToString("POST " + server.uri("/orders?full=a%20b"));
    assertThat(second.text()).isEqualTo("äpfel");
    assertThat(second.header("accept")).contains("text/plain");
    assertThat(second.header("Host")).contains(server.uri().getAuthority());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.subscriptions()).isZero();
    assertThat(second.abandoned()).isFalse();
    assertThat(second.arrivedAt()).isBetween(before, Instant.now());
    assertThat(second.arrivedAfter()).isGreaterThanOrEqualTo(server.request(1).arrivedAfter());
  }

  @Test
  @Tag("X1")
  void unmatchedRequestIsAnsweredWithWhatIsWrong() throws Exception {
    server.on(Route.post("/orders"), Reply.status(201));
    HttpResponse<String> response = heed().send(get("/orders"), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(501);
    assertThat(response.body())
        .startsWith("no route matches GET " + server.uri("/orders") + "\nnearest: POST /orders");
    assertThat(server.requests()).hasSize(1);
    assertThatThrownBy(server::verifyAllCalled)
        .hasMessageContaining("requests that no route matched:\n  GET " + server.uri("/orders"));
  }

  @Test
  @Tag("X1")
  void unmatchedHeadIsAnsweredWithoutABody() throws Exception {
    try (RawClient raw = new RawClient(server.uri())) {
      assertThat(raw.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n").readToEnd())
          .startsWith("HTTP/1.1 501 \r\n")
          .endsWith("Connection: close\r\n\r\n");
    }
  }

  @Test
  @Tag("X1")
  void verificationWaitsForCallsThatAreUnderWay() {
    server.on(Route.get("/a"), Reply.status(200));
    client.sendAsync(get("/a"), BodyHandlers.discarding());
    server.verifyAllCalled(PATIENCE);
  }

  @Test
  @Tag("X1")
  void failingReplyIsAnsweredWithWhatIsWrong() throws Exception {
    server.on(Route.get("/a"), Reply.from(request -> Reply.text(request.variable("id"))));
    HttpResponse<String> response = send(get("/a"));
    assertThat(response.statusCode()).isEqualTo(501);
    assertThat(response.body())
        .isEqualTo("the reply of the route GET /a to GET " + server.uri("/a") + " failed");
    assertThatThrownBy(server::verifyAllCalled).hasMessageContaining("what went wrong");
  }

  @Test
  void connectionIsKeptForTheNextRequest() throws Exception {
    server.on(Route.any("*").reusable(), Reply.text("x"));
    for (int i = 0; i < 10; i++) {
      send(get("/a"));
    }
    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.openConnections()).isEqualTo(1);
  }

  @Test
  void bodyOfUnknownLengthArrivesWhole() throws Exception {
    server.on(Route.put("/a").body("x".repeat(100_000)), Reply.text("got it"));
    byte[] bytes = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    HttpRequest put =
        HttpRequest.newBuilder(server.uri("/a"))
            .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
            .build();
    assertThat(send(put).body()).isEqualTo("got it");
    assertThat(server.request(1).header("Transfer-Encoding")).contains("chunked");
  }

  @Test
  void clientThatExpectsContinueIsAnswered() throws Exception {
    server.on(Route.put("/a").body("abc"), Reply.text("got it"));
    HttpRequest put =
        HttpRequest.newBuilder(server.uri("/a"))
            .expectContinue(true)
            .timeout(PATIENCE)
            .PUT(BodyPublishers.ofString("abc"))
            .build();
    assertThat(send(put).body()).isEqualTo("got it");
  }

  @Test
  void headHasTheLengthOfABodyThatDoesNotCome() throws Exception {
    server.on(Route.head("/a"), Reply.text("abc"), Reply.text("abc").cutAfter(1));
    HttpRequest head =
        HttpRequest.newBuilder(server.uri("/a")).method("HEAD", BodyPublishers.noBody()).build();
    assertThat(send(head).headers().firstValue("Content-Length")).contains("3");
    assertThat(send(head).statusCode()).isEqualTo(200);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void manyConnectionsAreServedAtOnce() {
    int many = 100;
    server.on(Route.any("*").reusable(), Reply.text("x").delayed(SOON));
    List<CompletableFuture<HttpResponse<String>>> calls =
        IntStream.range(0, many)
            .mapToObj(i -> client.sendAsync(get("/" + i), BodyHandlers.ofString()))
            .toList();
    assertThat(calls).allSatisfy(call -> assertThat(call.join().body()).isEqualTo("x"));
    assertThat(server.requests()).hasSize(many);
    assertThat(server.requests()).extracting(RecordedRequest::number).doesNotHaveDuplicates();
  }

  @Test
  @Tag("X2")
  void delayedAndTricklingReplyTakesItsTime() throws Exception {
    server.on(Route.get("/a"), Reply.text("abc").delayed(SOON).trickle(1, SOON));
    long start = System.nanoTime();
    assertThat(send(get("/a")).body()).isEqualTo("abc");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(SOON.multipliedBy(3));
  }

  @Test
  @Tag("X2")
  void brokenRepliesAreRetriedAsFailuresOfTheNetwork() throws Exception {
    server.on(
        Route.get("/a"),
        Reply.reset(),
        Reply.text("abc").cutAfter(2),
        Reply.text("abc").resetAfter(1),
        Reply.fail(ConnectException::new),
        Reply.text("abc"));
    assertThat(heed().send(get("/a"), BodyHandlers.ofString()).body()).isEqualTo("abc");
    server.verifyAllCalled();
  }

  @Test
  @Tag("X2")
  void replyThatIsCutEndsTheConnectionInGoodOrder() throws Exception {
    server.on(Route.get("/a"), Reply.cut(), Reply.text("abc").cutAfter(2));
    String request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
    try (RawClient raw = new RawClient(server.uri())) {
      assertThat(raw.send(request).readToEnd()).isEmpty();
    }
    try (RawClient raw = new RawClient(server.uri())) {
      assertThat(raw.send(request).readToEnd())
          .startsWith("HTTP/1.1 200 \r\n")
          .contains("Content-Length: 3\r\n")
          .endsWith("\r\n\r\nab");
    }
  }

  @Test
  @Tag("X2")
  void replyThatIsResetEndsTheConnectionWithAReset() throws Exception {
    server.on(Route.get("/a"), Reply.reset());
    try (RawClient raw = new RawClient(server.uri())) {
      raw.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThatThrownBy(raw::readToEnd).hasMessageContaining("reset");
    }
  }

  @Test
  @Tag("X2")
  void stallingReplyLastsUntilTheClientGivesUp() throws Exception {
    server.on(Route.get("/a"), Reply.stall(), Reply.text("abc").stallAfter(1));
    CompletableFuture<?> call = client.sendAsync(get("/a"), BodyHandlers.ofString());
    awaitRequests(1);
    call.cancel(true);
    awaitAbandoned(1);
    try (InputStream body = client.send(get("/a"), BodyHandlers.ofInputStream()).body()) {
      assertThat(body.read()).isEqualTo('a');
    }
    awaitAbandoned(2);
  }

  @Test
  void clientThatLeavesDuringADelayIsNoticed() throws Exception {
    server.on(Route.get("/a"), Reply.text("abc").delayed(Duration.ofDays(1)));
    CompletableFuture<?> call = client.sendAsync(get("/a"), BodyHandlers.ofString());
    server.verifyAllCalled(PATIENCE);
    call.cancel(true);
    awaitAbandoned(1);
  }

  @Test
  @Tag("X4")
  void networkConditionsFailAndReplace() throws Exception {
    server.on(Route.get("/a").reusable(), Reply.text("fine"));
    server.under(new NetworkConditions(1).failureRate(1));
    assertThatThrownBy(() -> send(get("/a"))).isInstanceOf(IOException.class);
    server.under(new NetworkConditions(1).delay(SOON).errorRate(1, Reply.status(502)));
    assertThat(send(get("/a")).statusCode()).isEqualTo(502);
    server.under(null);
    assertThat(send(get("/a")).body()).isEqualTo("fine");
  }

  @Test
  void tlsNeedsTheTrustOfTheServer() throws Exception {
    try (StubServer tls = StubServer.startTls()) {
      tls.on(Route.get("https://127.0.0.1:" + tls.uri().getPort() + "/a"), Reply.text("secret"));
      HttpRequest request = HttpRequest.newBuilder(tls.uri("/a")).build();
      assertThatThrownBy(() -> send(request)).isInstanceOf(SSLHandshakeException.class);
      HttpClient trusting = HttpClient.newBuilder().sslContext(tls.sslContext()).build();
      assertThat(trusting.send(request, BodyHandlers.ofString()).body()).isEqualTo("secret");
      tls.verifyAllCalled();
    }
  }

  @Test
  void tlsServesItsNameAndBreaksOffToo() throws Exception {
    try (StubServer tls = StubServer.startTls()) {
      tls.on(
          Route.any("/a"),
          Reply.text("abc").trickle(1, SOON),
          Reply.text("abc").cutAfter(1),
          Reply.reset());
      HttpClient trusting = HttpClient.newBuilder().sslContext(tls.sslContext()).build();
      URI named = URI.create("https://localhost:" + tls.uri().getPort() + "/a");
      HttpRequest request = HttpRequest.newBuilder(named).build();
      assertThat(trusting.send(request, BodyHandlers.ofString()).body()).isEqualTo("abc");
      assertThatThrownBy(() -> trusting.send(request, BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      // The JDK sends a GET again on its own when there is no answer.
      HttpRequest post = HttpRequest.newBuilder(named).POST(BodyPublishers.noBody()).build();
      assertThatThrownBy(() -> trusting.send(post, BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      tls.verifyAllCalled();
    }
  }

  @Test
  void plainServerHasNoCertificate() {
    assertThatIllegalStateException()
        .isThrownBy(server::sslContext)
        .withMessage("this server speaks plain HTTP; start it with startTls()");
  }

  @Test
  void pathStartsWithASlash() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.uri("orders"))
        .withMessage("a path starts with a slash: orders");
  }

  @Test
  void closedServerLeavesNoThreadAndTakesNoConnection() throws Exception {
    String threads = "heed-stub-server-" + server.uri().getPort();
    server.on(Route.get("/a"), Reply.stall(), Reply.text("x").delayed(Duration.ofDays(1)));
    CompletableFuture<?> stalled = client.sendAsync(get("/a"), BodyHandlers.ofString());
    CompletableFuture<?> delayed = client.sendAsync(get("/a"), BodyHandlers.ofString());
    try (RawClient idle = new RawClient(server.uri())) {
      idle.send("GET /");
      server.verifyAllCalled(PATIENCE);
      long start = System.nanoTime();
      server.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith(threads));
    assertThatThrownBy(stalled::join).hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(delayed::join).hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> send(get("/a"))).isInstanceOf(ConnectException.class);
    server.close();
  }

  @Test
  void serverMayBeClosedByAReplyOfItsOwn() {
    server.on(
        Route.get("/a"),
        Reply.from(
            request -> {
              server.close();
              return Reply.text("too late");
            }));
    assertThatThrownBy(() -> send(get("/a"))).isInstanceOf(IOException.class);
  }

  @Test
  void itSaysWhereItIs() {
    server.on(Route.get("/a"), Reply.status(200));
    assertThat(server)
        .hasToString("stub server on " + server.uri() + ", 0 requests, 1 replies left");
  }
}
