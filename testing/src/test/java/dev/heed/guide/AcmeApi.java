package dev.heed.guide;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.hint.HintFormat;
import dev.heed.hint.Hints;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.retry.RetryMethods;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

// snippet: guide-sdk
public final class AcmeApi {

  private static final Heed PLAN =
      Heed.builder("acme-sdk")
          .hints(Hints.header("X-Acme-Wait-Ms", HintFormat.MILLISECONDS).orElse(Hints.retryAfter()))
          .retry(r -> r.methods(RetryMethods.idempotent()).maxDelay(Duration.ofMinutes(1)))
          .perCall(Stages.idempotencyKey())
          .callTimeout(Duration.ofMinutes(2))
          .build();

  private final HttpClient client;

  /** For users who bring a client of their own, with their proxy and their executor. */
  public AcmeApi(HttpClient client) {
    this.client = HeedHttpClient.wrap(client, PLAN);
  }

  public AcmeApi() {
    this.client = HeedHttpClient.newBuilder(PLAN).connectTimeout(Duration.ofSeconds(5)).build();
  }

  public String order(int id) throws IOException, InterruptedException {
    URI uri = URI.create("https://api.acme.example/orders/" + id);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }
}
// end
