package dev.heed.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.heed.Heed;
import dev.heed.observe.CallReport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HeedHttpClientTest {

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private URI uri;

  @BeforeEach
  void startServer() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean fails = requests.incrementAndGet() <= 2;
          if (fails) {
            exchange.getResponseHeaders().set("Retry-After", "0");
          }
          byte[] body =
              (fails ? "busy" : "good").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(fails ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private static Heed plan() {
    return Heed.builder("test")
        .reports(true)
        .retry(r -> r.baseDelay(java.time.Duration.ofMillis(1)))
        .build();
  }

  @Test
  @Tag("R1")
  void blockingCallGetsThroughAfterTwoRefusals() throws Exception {
    HttpClient client = HeedHttpClient.newBuilder(plan()).build();
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(3);
  }

  @Test
  @Tag("R1")
  void asynchronousCallGetsThroughAfterTwoRefusals() throws Exception {
    HttpClient client = HeedHttpClient.newBuilder(plan()).build();
    HttpResponse<String> response =
        client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).get();
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(3);
  }

  @Test
  @Tag("R3")
  void postIsSentOnce() throws Exception {
    HttpClient client = HeedHttpClient.newBuilder(plan()).build();
    HttpRequest post =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString("x")).build();
    HttpResponse<String> response = client.send(post, BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("busy");
    assertThat(CallReport.of(response).toString()).contains("method");
  }
}
