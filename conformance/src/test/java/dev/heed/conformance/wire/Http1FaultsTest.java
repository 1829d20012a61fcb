package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What only a server of HTTP/1.1 can do. */
@ParameterizedClass
@EnumSource(names = {"HTTP_1", "HTTP_1_TLS"})
class Http1FaultsTest {

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
  void bodyThatIsTooShortEndsWithTheConnection() throws Exception {
    serve(Reply.truncated(200, "abc", 100), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThat(client.post("b").body()).isEqualTo("good");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void bodyWithoutALengthEndsWithTheConnection() throws Exception {
    serve(Reply.head(200).body("all").thenEnd());
    assertThat(client.get().body()).isEqualTo("all");
    server.awaitOpen(0);
  }

  @Test
  void bodyComesInChunksIfTheHeadSaysSo() throws Exception {
    Reply chunked = Reply.head(200, "Transfer-Encoding: chunked").body("a").body("bc");
    serve(chunked.thenEnd(), chunked.thenClose());
    assertThat(client.get().body()).isEqualTo("abc");
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void chunkedBodyOfARequestIsReadWhole() throws Exception {
    serve(Reply.ok("good"));
    String large = "x".repeat(100_000);
    HttpRequest request =
        HttpRequest.newBuilder(server.uri())
            .POST(
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large.getBytes(UTF_8))))
            .build();
    client.send(request);
    assertThat(server.seen(1).values("Transfer-Encoding")).containsExactly("chunked");
    assertThat(server.seen(1).text()).isEqualTo(large);
  }

  @Test
  void headMayStopInTheMiddle() throws Exception {
    serve(Reply.raw("HTTP/1.1 200 Fi").thenClose(), Reply.ok("good"));
    assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
    assertThat(server.seen(1).isAnswered()).isTrue();
  }

  @Test
  void faultsOfHttp2AreRefused() {
    Map<Reply, String> faults =
        Map.of(
            Reply.refusedStream(), "a stream is reset on HTTP/2 only",
            Reply.goAway(), "GOAWAY is sent on HTTP/2 only",
            Reply.push("/p", "pushed"), "a reply is pushed on HTTP/2 only");
    faults.forEach(
        (fault, message) -> {
          serve(fault);
          assertThatThrownBy(() -> client.post("a")).isInstanceOf(IOException.class);
          assertThatThrownBy(() -> server.awaitSeen(2))
              .isInstanceOf(AssertionError.class)
              .hasMessageContaining(message);
          assertThatThrownBy(server::close).isInstanceOf(AssertionError.class);
        });
    serve(Reply.ok("good"));
  }

  @Test
  void missingRequestIsNamed() throws Exception {
    serve(Reply.ok("good"));
    client.get();
    assertThatThrownBy(() -> server.seen(2))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no request 2, only [GET /x on connection 1]");
  }

  @Test
  void scriptWithoutAReplyIsRefused() {
    serve(Reply.ok("good"));
    assertThatThrownBy(WireServer::replying)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a script has at least one reply");
  }
}
