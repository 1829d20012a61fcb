package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/1.1 as bytes, from a client that does not know its manners. */
@Timeout(60)
class HttpOnTheWireTest {

  private static final String HOST = "Host: api.test\r\n";
  private static final String OK = "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n";

  private final StubServer server = StubServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  private String all(String request) throws IOException {
    try (RawClient raw = new RawClient(server.uri())) {
      return raw.send(request).readToEnd();
    }
  }

  private void answersAll() {
    server.on(Route.any("*").reusable(), Reply.status(200));
  }

  @Test
  void requestsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
    server.on(Route.any("*").reusable(), Reply.from(r -> Reply.text(r.text())));
    String two =
        "POST /a HTTP/1.1\r\n"
            + HOST
            + "Content-Length: 3\r\n\r\none\r\n"
            + "POST /b HTTP/1.1\r\n"
            + HOST
            + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "2;name=value\r\ntw\r\n1\r\no\r\n0\r\nTrailer: x\r\n\r\n";
    assertThat(all(two)).matches("(?s)HTTP/1.1 200 .*\r\n\r\noneHTTP/1.1 200 .*\r\n\r\ntwo");
    assertThat(server.request(2)).hasToString("POST http://api.test/b");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void nextRequestMayComeWhileTheFirstOneIsDelayed() throws Exception {
    server.on(Route.any("*").reusable(), Reply.status(200).delayed(Duration.ofMillis(20)));
    String request = "GET /a HTTP/1.1\r\n" + HOST + "\r\n";
    try (RawClient raw = new RawClient(server.uri())) {
      raw.send(request + request);
      assertThat(raw.read(OK + OK)).isEqualTo(OK + OK);
      raw.send(request);
      assertThat(raw.read(OK)).isEqualTo(OK);
    }
  }

  @Test
  void continueIsSentBeforeTheBodyIsRead() throws Exception {
    answersAll();
    String go = "HTTP/1.1 100 Continue\r\n\r\n";
    try (RawClient raw = new RawClient(server.uri())) {
      raw.send("PUT /a HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
      assertThat(raw.read(go)).isEqualTo(go);
      raw.send("abc");
      assertThat(raw.read(OK)).isEqualTo(OK);
    }
  }

  @Test
  void connectionEndsWhereTheClientWantsItTo() throws Exception {
    answersAll();
    String closed = "HTTP/1.1 200 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    assertThat(all("GET /a HTTP/1.1\r\n" + HOST + "Connection: Close\r\n\r\n")).isEqualTo(closed);
    assertThat(all("GET /a HTTP/1.0\r\n\r\n")).isEqualTo(closed);
    assertThat(server.request(2)).hasToString("GET " + server.uri("/a"));
  }

  @Test
  void connectionEndsAfterALengthThatIsWrong() throws Exception {
    server.on(Route.any("*"), Reply.text("abc").header("Content-Length", "9"));
    assertThat(all("GET /a HTTP/1.1\r\n" + HOST + "\r\n")).endsWith("close\r\n\r\nabc");
  }

  @Test
  void targetMayBeAbsoluteOrAnAsterisk() throws Exception {
    answersAll();
    all("GET http://other.test/a HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
    all("OPTIONS * HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
    all("GET /a|b?c={d} HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
    assertThat(server.requests())
        .extracting(RecordedRequest::toString)
        .containsExactly(
            "GET http://other.test/a",
            "OPTIONS http://api.test/*",
            "GET http://api.test/a%7Cb?c=%7Bd%7D");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /a | not a request line of HTTP/1.1: GET /a",
        "PRI * HTTP/2.0 | not a request line of HTTP/1.1: PRI * HTTP/2.0",
        "GET /%zz HTTP/1.1 | no URI comes of the target /%zz and the host api.test",
        "GET /a HTTP/1.1~no field | not a field line: no field",
        "GET /a HTTP/1.1~: x | not a field line: : x",
        "PUT /a HTTP/1.1~Content-Length: -1 | a Content-Length from 0 to 268435456 is wanted, not"
            + " -1",
        "PUT /a HTTP/1.1~Content-Length: 999999999999999999999 | a Content-Length from 0 to"
            + " 268435456 is wanted, not 999999999999999999999",
        "PUT /a HTTP/1.1~Content-Length: 1~Content-Length: 2 | several values of Content-Length: 1,"
            + " 2",
        "PUT /a HTTP/1.1~Content-Length: 1~Transfer-Encoding: chunked | both a Content-Length and a"
            + " Transfer-Encoding",
        "PUT /a HTTP/1.1~Transfer-Encoding: gzip | the only Transfer-Encoding that is known is"
            + " chunked",
        "PUT /a HTTP/1.1~Transfer-Encoding: chunked~~xyz | a chunk size from 0 to 268435456 is"
            + " wanted, not xyz",
        "PUT /a HTTP/1.1~Transfer-Encoding: chunked~~1~ab | a chunk is longer than it says",
      })
  void malformedRequestIsRefusedAndReported(String request, String why) throws Exception {
    String answer =
        all(
            request.replace("~", "\r\n").replace("HTTP/1.1", "HTTP/1.1\r\nHost: api.test")
                + "\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 400 \r\n").endsWith("\r\n\r\n" + why);
    assertThatThrownBy(server::verifyAllCalled)
        .hasMessageContaining("what went wrong:\n  a request that cannot be read: " + why);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void headWithoutEndIsRefused() throws Exception {
    assertThat(all("GET /" + "a".repeat(70_000))).contains("a line is longer than 65536 bytes");
    assertThat(all("GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(1_001)))
        .contains("more than 1000 field lines");
  }

  @Test
  void requestThatBreaksOffIsForgotten() throws Exception {
    for (String part :
        new String[] {
          "GET", "GET / HTTP/1.1\r\nHo", "PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab"
        }) {
      try (RawClient raw = new RawClient(server.uri())) {
        raw.send(part);
      }
    }
    while (server.connections() < 3 || server.openConnections() > 0) {
      Thread.onSpinWait();
    }
    assertThat(server.requests()).isEmpty();
    server.verifyAllCalled();
  }
}
