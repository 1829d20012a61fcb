package dev.heed.jdk;

import dev.heed.Heed;
import dev.heed.conformance.wire.WireServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Plans, clients and requests of these tests. */
final class Clients {

  private Clients() {}

  /** Retries at once, keeps reports. */
  static Heed plan() {
    return plan(plan -> plan);
  }

  static Heed plan(UnaryOperator<Heed.Builder> settings) {
    Heed.Builder plan =
        Heed.builder("test").reports(true).retry(r -> r.baseDelay(Duration.ofMillis(1)));
    return settings.apply(plan).build();
  }

  static HttpClient heed() {
    return heed(plan());
  }

  static HttpClient heed(Heed plan) {
    return HeedHttpClient.newBuilder(plan).version(HttpClient.Version.HTTP_1_1).build();
  }

  static HttpClient heed(UnaryOperator<Heed.Builder> settings) {
    return heed(plan(settings));
  }

  /** The JDK's own client. */
  static HttpClient bare() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  static HttpRequest get(WireServer server) {
    return get(server.uri());
  }

  static HttpRequest get(URI uri) {
    return HttpRequest.newBuilder(uri).build();
  }

  static HttpRequest post(WireServer server, String body) {
    return request(server, "POST", BodyPublishers.ofString(body));
  }

  static HttpRequest request(WireServer server, String method, BodyPublisher body) {
    return HttpRequest.newBuilder(server.uri()).method(method, body).build();
  }

  /** A request that may be sent again, whatever its method. */
  static HttpRequest repeatable(HttpRequest request) {
    return HeedRequest.from(request).idempotent(true).build();
  }
}
