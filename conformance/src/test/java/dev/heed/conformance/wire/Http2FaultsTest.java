package dev.heed.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What only a server of HTTP/2 can do. */
@ParameterizedClass
@EnumSource(names = {"HTTP_2", "HTTP_2_TLS"})
class Http2FaultsTest {

  private static final int INTERNAL_ERROR = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Parameter WireProtocol protocol;

  private WireServer server;
  private JdkClient client;

  /** The first request makes the connection. */
  private void serve(Reply... script) throws Exception {
    Reply[] all = new Reply[script.length + 1];
    all[0] = Reply.ok("warm");
    System.arraycopy(script, 0, all, 1, script.length);
    server = WireServer.speaking(protocol, all);
    client = new JdkClient(server, protocol);
    client.get();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void streamIsResetBeforeItsHeadAndInItsBody() throws Exception {
    Reply half = Reply.head(200, "Content-Length: 8").body("half");
    serve(
        Reply.resetStream(INTERNAL_ERROR), half.thenResetStream(INTERNAL_ERROR), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> client.post("b")).isInstanceOf(IOException.class);
    assertThat(client.post("c").body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.seen(4).stream()).isEqualTo(7);
  }

  @Test
  void bodyMayBeShorterOrLongerThanItsHeadPromises() throws Exception {
    serve(Reply.truncated(200, "abc", 100), Reply.truncated(200, "abcdef", 3));
    assertThat(client.get().body()).as("as the JDK takes it").isEqualTo("abc");
    assertThat(client.get().body()).as("as the JDK takes it").startsWith("abc");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void goodbyeAfterAStreamMovesTheNextOneToAnotherConnection() throws Exception {
    serve(Reply.ok("last").thenGoAway(), Reply.ok("good"));
    CompletableFuture<?> call = client.start();
    server.awaitDone(2);
    // Old versions of the JDK's client may lose the last answer to the goodbye after it.
    assertThat(call.handle((response, failure) -> "ended")).succeedsWithin(PATIENCE);
    if (Runtime.version().feature() < 24) {
      // They close the connection, and lose a request that is on its way to it; later ones do not.
      server.awaitOpen(0);
    }
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(server.seen(3).connection()).isEqualTo(2);
  }

  @Test
  void goodbyeBelowAStreamSaysThatItWasNotProcessed() throws Exception {
    serve(Reply.goAway(), Reply.ok("good"));
    CompletableFuture<?> call = client.start();
    server.awaitSeen(2);
    server.closeAfter(2);
    // Old versions of the JDK's client raise a failure, later ones send the request again.
    assertThat(call.handle((response, failure) -> "ended")).succeedsWithin(PATIENCE);
  }

  @Test
  void cancelCostsAStreamAndNotTheConnection() throws Exception {
    serve(Reply.stall(), Reply.ok("good"));
    CompletableFuture<?> call = client.start();
    server.awaitSeen(2);
    call.cancel(true);
    server.awaitCancelled(2);
    assertThat(client.get().body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void bytesPastAllRulesAreRefused() throws Exception {
    serve(Reply.raw("HTTP/1.1 200 Fine\r\n\r\n"), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThatThrownBy(server::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the server itself failed")
        .hasMessageContaining("bytes past all rules are written on HTTP/1.1 only");
    server = WireServer.replying(Reply.ok("good"));
  }
}
