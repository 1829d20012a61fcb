package dev.heed.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a script says happens on every kind of wire, and is remembered. */
@ParameterizedClass
@EnumSource
class WireServerTest {

  @Parameter WireProtocol protocol;

  private WireServer server;
  private JdkClient client;

  private void serve(Reply... script) {
    server = WireServer.speaking(protocol, script);
    client = new JdkClient(server, protocol);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void repliesComeInOrderAndTheLastOneAgain() throws Exception {
    serve(Reply.busy("7"), Reply.ok("good"));
    HttpResponse<String> first = client.get();
    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(first.headers().firstValue("Retry-After")).hasValue("7");
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(server.seen()).hasSize(3).allMatch(seen -> seen.connection() == 1);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void requestIsRemembered() throws Exception {
    serve(Reply.ok("good"));
    client.get();
    client.post("order");
    Seen seen = server.seen(2);
    assertThat(seen.method()).isEqualTo("POST");
    assertThat(seen.target()).isEqualTo("/y?z=1");
    assertThat(seen.values("x-twice")).containsExactly("a", "b");
    assertThat(seen.has("X-Other")).isFalse();
    assertThat(seen.text()).isEqualTo("order");
    assertThat(seen.stream()).isEqualTo(protocol.isMultiplexed() ? 3 : 0);
    assertThat(seen.fields()).noneMatch(field -> field.startsWith(":"));
    assertThat(server.bodies()).containsExactly("", "order");
    assertThat(seen).asString().startsWith("POST /y?z=1 on connection 1");
  }

  @Test
  void timeBetweenAnswerAndNextRequestIsMeasured() throws Exception {
    serve(Reply.ok("good"));
    client.get();
    long between = System.nanoTime();
    client.get();
    assertThat(server.seen(1).isAnswered()).isTrue();
    assertThat(server.seen(1).answeredAt() - between).isNegative();
    assertThat(server.seen(2).arrivedAt() - between).isPositive();
    assertThat(server.seen(2).since(server.seen(1))).isPositive();
  }

  @Test
  void largeBodiesPassBothWays() throws Exception {
    String large = "x".repeat(3 << 20);
    serve(Reply.ok("warm"), Reply.ok(large));
    client.get();
    assertThat(client.post(large).body()).isEqualTo(large);
    assertThat(server.seen(2).text()).isEqualTo(large);
    assertThat(server.seen(2).bodyWritten()).isEqualTo(large.length());
  }

  @Test
  void informationalHeadComesBeforeTheFinalOne() throws Exception {
    serve(Reply.informational(103, "Link: </a>").then(Reply.ok("good")));
    assertThat(client.get().body()).isEqualTo("good");
  }

  @Test
  void bodyOfAHeadRequestIsLeftOut() throws Exception {
    serve(Reply.ok("good"));
    HttpRequest head =
        HttpRequest.newBuilder(server.uri())
            .method("HEAD", HttpRequest.BodyPublishers.noBody())
            .build();
    assertThat(client.send(head).headers().firstValue("Content-Length")).hasValue("4");
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void refusedConnectionsLeaveNoTrace() throws Exception {
    serve(Reply.ok("good"));
    server.refuse();
    assertThatThrownBy(client::get).isInstanceOf(ConnectException.class);
    assertThat(server.connections()).isZero();
    server.listen();
    assertThat(client.get().body()).isEqualTo("good");
  }

  @Test
  void connectionsAreCutAtTheirFirstBytes() throws Exception {
    serve(Reply.ok("good"));
    server.closeNext(1);
    assertThatThrownBy(() -> client.post("order")).isInstanceOf(IOException.class);
    server.resetNext(1);
    assertThatThrownBy(() -> client.post("order")).isInstanceOf(IOException.class);
    assertThat(server.seen()).isEmpty();
    assertThat(client.post("order").body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(3);
  }

  @Test
  void resetAndCloseBeforeTheHeadFailTheRequest() throws Exception {
    serve(Reply.reset(), Reply.close(), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> client.post("b")).isInstanceOf(IOException.class);
    assertThat(client.post("c").body()).isEqualTo("good");
    assertThat(server.bodies()).containsExactly("a", "b", "c");
    assertThat(server.seen()).noneMatch(Seen::isCancelled);
  }

  @Test
  void resetAndCloseInTheBodyFailTheRequest() throws Exception {
    Reply half = Reply.head(200, "Content-Length: 8").body("half");
    serve(half.thenReset(), half.thenClose(), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> client.post("b")).isInstanceOf(IOException.class);
    assertThat(client.post("c").body()).isEqualTo("good");
  }

  @Test
  void connectionIsClosedBetweenTwoCalls() throws Exception {
    serve(Reply.ok("good"));
    client.get();
    server.closeAfter(1);
    assertThat(server.open()).isZero();
    // That client may not have noticed yet.
    client = new JdkClient(server, protocol);
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(server.open()).isEqualTo(1);
  }

  @Test
  void cancelIsSeenInAStallInAStalledBodyInATrickleAndInAnEndlessBody() throws Exception {
    Reply head = Reply.head(200);
    serve(
        Reply.stall(),
        head.body("a").thenStall(),
        head.thenTrickle(Duration.ofMillis(5)),
        head.thenEndless());
    for (int number = 1; number <= 4; number++) {
      CompletableFuture<?> call = client.start();
      server.awaitSeen(number);
      assertThat(server.seen(number).isCancelled()).isFalse();
      long before = System.nanoTime();
      call.cancel(true);
      server.awaitCancelled(number);
      assertThat(server.seen(number).cancelledAt() - before).isPositive();
    }
  }

  @Test
  void replyWaitsForALatch() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Reply half = Reply.head(200, "Content-Length: 8").body("half");
    serve(half.thenAwait(latch).body("half").thenEnd());
    CompletableFuture<HttpResponse<String>> call = client.start();
    server.awaitAnswered(1);
    assertThat(server.remainsOpenFor(Duration.ofMillis(20))).isTrue();
    assertThat(call).isNotDone();
    latch.countDown();
    assertThat(call.get().body()).isEqualTo("halfhalf");
  }
}
