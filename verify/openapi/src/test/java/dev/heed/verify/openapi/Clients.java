package dev.heed.verify.openapi;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.retry.RequestTimeoutCovers;
import java.net.http.HttpClient;
import java.time.Duration;

/** Sets up the generated clients as an application would: timeouts and a client builder. */
final class Clients {

  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

  /** No backoff to speak of: waits are what other tests are about. */
  private static final Heed PLAN =
      Heed.builder("parcels")
          .requestTimeoutCovers(RequestTimeoutCovers.ATTEMPT)
          .retry(r -> r.baseDelay(Duration.ofMillis(1)))
          .build();

  private Clients() {}

  /** The one line in which these tests differ from code that uses the JDK's own client. */
  static HttpClient.Builder builder() {
    return HeedHttpClient.newBuilder(PLAN);
  }

  static dev.heed.verify.openapi.sync.ApiClient sync(ScriptedServer server) {
    var client = new dev.heed.verify.openapi.sync.ApiClient();
    client.updateBaseUri(server.baseUri());
    client.setHttpClientBuilder(builder());
    client.setConnectTimeout(CONNECT_TIMEOUT);
    return client.setReadTimeout(READ_TIMEOUT);
  }

  static dev.heed.verify.openapi.async.ApiClient async(ScriptedServer server) {
    var client = new dev.heed.verify.openapi.async.ApiClient();
    client.updateBaseUri(server.baseUri());
    client.setHttpClientBuilder(builder());
    client.setConnectTimeout(CONNECT_TIMEOUT);
    return client.setReadTimeout(READ_TIMEOUT);
  }
}
