package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static dev.heed.jdk.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireProtocol;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.CallTimeoutException;
import dev.heed.transport.TruncatedBodyException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP/2, in the clear and over TLS. */
@ParameterizedClass
@EnumSource(names = {"HTTP_2", "HTTP_2_TLS"})
class Http2Test {

  private static final int PROTOCOL_ERROR = 1;
  private static final Duration ENOUGH = Duration.ofSeconds(5);
  private static final Reply SHORT = Reply.truncated(200, "abc", 100);
  private static final Reply GOOD = Reply.ok("good");

  @Parameter WireProtocol protocol;
  @TempDir Path folder;

  private WireServer server;
  private HttpClient client;

  private void serve(Reply... script) {
    serve(plan(), script);
  }

  private void serve(Heed plan, Reply... script) {
    server = WireServer.speaking(protocol, script);
    client =
        HeedHttpClient.newBuilder(plan).sslContext(server.certificate().clientContext()).build();
  }

  /** Makes the connection; in the clear, the first request is still one of HTTP/1.1. */
  private void warm() throws Exception {
    client.send(get(server), BodyHandlers.ofString());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static void givesUpBecauseOfTheMethod(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IOException.class)
        .satisfies(
            failure ->
                assertThat(CallReport.of(failure).gaveUpBecause()).hasValue(GaveUpBecause.METHOD));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  @Tag("B1")
  @Tag("O1")
  void refusalsAreRetriedOnOneConnection(Mode mode) throws Exception {
    serve(plan(p -> p.perAttempt(Stages.bearer(() -> "t"))), Reply.busy(), Reply.busy(), GOOD);
    HttpResponse<String> response = mode.text(client, get(server));
    assertThat(response.body()).isEqualTo("good");
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.sslSession().isPresent()).isEqualTo(protocol.isSecure());
    assertThat(CallReport.of(response).sends()).isEqualTo(3);
    assertThat(server.seen()).extracting(Seen::stream).containsExactly(1, 3, 5);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void bareClientTakesAShortBodyForAWholeOne() throws Exception {
    serve(SHORT);
    HttpClient bare =
        HttpClient.newBuilder().sslContext(server.certificate().clientContext()).build();
    HttpResponse<String> response = bare.send(get(server), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("abc");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsReadAgainIntoMemory(Mode mode) throws Exception {
    serve(SHORT, GOOD);
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsNotReadAgainIntoAFile(Mode mode) throws Exception {
    serve(SHORT, GOOD);
    var toFile = BodyHandlers.ofFile(folder.resolve("body"));
    assertThatThrownBy(() -> mode.call(client, get(server), toFile))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the body ended after 3 of 100 bytes");
    assertThat(server.seen()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsNeverASuccess(Mode mode) throws Exception {
    serve(SHORT);
    HttpRequest once = HeedRequest.from(get(server)).maxRetries(0).build();
    assertThatThrownBy(() -> mode.text(client, once))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the body ended after 3 of 100 bytes")
        .satisfies(
            failure ->
                assertThat(Causes.of(failure))
                    .hasAtLeastOneElementOfType(TruncatedBodyException.class));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyOfAStreamFailsWhereItEnds(Mode mode) throws Exception {
    serve(SHORT);
    var body = mode.call(client, get(server), BodyHandlers.ofInputStream()).body();
    assertThatThrownBy(body::readAllBytes)
        .satisfies(
            failure ->
                assertThat(Causes.of(failure))
                    .hasAtLeastOneElementOfType(TruncatedBodyException.class));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void streamThatIsResetInItsBodyIsReadAgain(Mode mode) throws Exception {
    serve(Reply.head(200).body("ha").thenResetStream(PROTOCOL_ERROR), GOOD);
    HttpResponse<String> response = mode.text(client, get(server));
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  void refusedStreamIsTriedAgain(Mode mode) throws Exception {
    serve(Reply.refusedStream(), GOOD);
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
  }

  /** The JDK does not tell by type that nothing was processed. */
  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(max = JRE.JAVA_23)
  void refusedStreamOfAPostIsNotTriedAgainWhereTheJdkHidesIt(Mode mode) throws Exception {
    serve(GOOD, Reply.refusedStream(), GOOD);
    warm();
    givesUpBecauseOfTheMethod(() -> mode.text(client, post(server, "order")));
    assertThat(server.seen()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void refusedStreamOfAPostIsTriedAgainByTheJdkItself(Mode mode) throws Exception {
    serve(GOOD, Reply.refusedStream(), GOOD);
    warm();
    HttpResponse<String> response = mode.text(client, post(server, "order"));
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R3")
  void streamOfAPostThatIsResetIsNotSentAgain(Mode mode) throws Exception {
    serve(GOOD, Reply.resetStream(PROTOCOL_ERROR), GOOD);
    warm();
    givesUpBecauseOfTheMethod(() -> mode.text(client, post(server, "order")));
    assertThat(server.seen()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  void getAboveTheLastStreamOfAGoodbyeIsSentAgain(Mode mode) throws Exception {
    serve(GOOD, Reply.goAway(), GOOD);
    warm();
    HttpRequest request = HeedRequest.from(get(server)).callTimeout(ENOUGH).build();
    assertThat(mode.text(client, request).body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void postAboveTheLastStreamOfAGoodbyeIsSentAgainByTheJdkItself(Mode mode) throws Exception {
    serve(GOOD, Reply.goAway(), GOOD);
    warm();
    HttpResponse<String> response = mode.text(client, post(server, "order"));
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void connectionThatSaysGoodbyeIsReplaced(Mode mode) throws Exception {
    // Time enough for the goodbye to arrive: the JDK may lose a stream that it opens meanwhile.
    serve(Reply.busy("0.2").thenGoAway(), GOOD);
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T2")
  @Tag("T3")
  void attemptTimeoutCostsAStreamAndNotTheConnection(Mode mode) throws Exception {
    serve(plan(p -> p.attemptTimeout(Duration.ofMillis(800))), GOOD, Reply.stall(), GOOD);
    warm();
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
    server.awaitCancelled(2);
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T3")
  void callTimeoutInTheBodyResetsTheStream(Mode mode) throws Exception {
    serve(GOOD, Reply.head(200).body("ha").thenStall(), GOOD);
    warm();
    HttpRequest hasty = HeedRequest.from(get(server)).callTimeout(Duration.ofMillis(200)).build();
    assertThatThrownBy(() -> mode.text(client, hasty)).isInstanceOf(CallTimeoutException.class);
    server.awaitCancelled(2);
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O1")
  void largeBodyThatIsCutCostsAStreamAndNotTheConnection(Mode mode) throws Exception {
    serve(Reply.of(503, "x".repeat(1 << 20), "Retry-After: 0"), GOOD);
    assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  @Tag("O4")
  void cancelCostsAStreamAndNotTheConnection() throws Exception {
    serve(GOOD, Reply.stall(), GOOD);
    warm();
    CompletableFuture<?> call = client.sendAsync(get(server), BodyHandlers.ofString());
    server.awaitSeen(2);
    call.cancel(false);
    server.awaitCancelled(2);
    assertThat(client.send(get(server), BodyHandlers.ofString()).body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  @Tag("O4")
  void cancelInTheBodyResetsTheStream() throws Exception {
    CountDownLatch inBody = new CountDownLatch(1);
    serve(GOOD, Reply.head(200).body("ha").thenStall(), GOOD);
    warm();
    CompletableFuture<?> call =
        client.sendAsync(
            get(server),
            info -> {
              inBody.countDown();
              return BodyHandlers.ofString().apply(info);
            });
    inBody.await();
    call.cancel(false);
    server.awaitCancelled(2);
  }

  @Test
  @Tag("O2")
  void promisesReachTheCallerAndTheCallPassesTheStagesOnce() throws Exception {
    Heed bearer = plan(p -> p.perAttempt(Stages.bearer(() -> "t")));
    serve(bearer, GOOD, Reply.push("/p", "pushed").then(Reply.busy()), GOOD);
    warm();
    Queue<CompletableFuture<HttpResponse<String>>> pushed = new ConcurrentLinkedQueue<>();
    PushPromiseHandler<String> taking =
        (initiating, promised, acceptor) -> pushed.add(acceptor.apply(BodyHandlers.ofString()));
    HttpResponse<String> response =
        client.sendAsync(get(server), BodyHandlers.ofString(), taking).get();
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(pushed).hasSize(1);
    assertThat(pushed.element().get().body()).isEqualTo("pushed");
    assertThat(server.seen(2).values("Authorization")).containsExactly("Bearer t");
  }
}
