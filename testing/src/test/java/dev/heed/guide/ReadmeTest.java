package dev.heed.guide;

import static dev.heed.testing.PlanAssert.assertPlan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.hint.Hints;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.jdk.HeedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubResponse;
import dev.heed.testing.StubServer;
import dev.heed.testing.junit.HeedExtension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code that README.md shows. */
@ExtendWith(HeedExtension.class)
final class ReadmeTest {

  private static final Tokens tokens = new Tokens();

  // snippet: readme-plan
  static final Heed PLAN =
      Heed.builder("acme-sdk")
          .hints(Hints.gitHub()) // Retry-After, else x-ratelimit-reset
          .retry(r -> r.maxRetries(4).maxDelay(Duration.ofMinutes(2)))
          .perCall(Stages.idempotencyKey()) // once per call
          .perAttempt(Stages.bearer(tokens::current)) // once per send
          .callTimeout(Duration.ofMinutes(3)) // all sends and all waits
          .build();

  // end

  @Test
  void theExampleRetries(StubServer server) throws Exception {
    server.on(
        Route.get("/orders"),
        Reply.status(503).header("Retry-After", "0"),
        Reply.text("three orders"));
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Example.main(new String[] {server.uri("/orders").toString()});
    } finally {
      System.setOut(console);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("three orders");
  }

  @Test
  void thePlanIsSharedByItsClients(StubHttpClient existingClient) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("https://api.example.com/")).build();
    existingClient.on(Route.get("/"), Reply.status(503));
    // snippet: readme-clients
    HttpClient a = HeedHttpClient.newBuilder(PLAN).connectTimeout(Duration.ofSeconds(5)).build();
    HttpClient b = HeedHttpClient.wrap(existingClient, PLAN); // never closes existingClient
    HttpRequest once = HeedRequest.from(request).maxRetries(0).build(); // for this request only
    // end

    assertPlan(PLAN).outsideRetry("idempotency key").insideRetry("bearer token").sendsAtMost(5);
    assertThat(a.connectTimeout()).contains(Duration.ofSeconds(5));
    assertThat(b.send(once, BodyHandlers.discarding()).statusCode()).isEqualTo(503);
    assertThat(existingClient.request(1).header("Authorization")).contains("Bearer T1");
  }

  @Test
  void theParserWorksAlone() {
    HttpResponse<String> response = StubResponse.of(429).withHeader("retry-after-ms", "1500");
    // snippet: readme-parser
    Optional<Duration> wait = Hints.standard().read(response);
    // end

    assertThat(wait).contains(Duration.ofMillis(1500));
  }
}
