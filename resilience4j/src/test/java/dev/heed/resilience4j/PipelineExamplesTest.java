package dev.heed.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.guard.GuardKind;
import dev.heed.hint.Hints;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
import dev.heed.retry.RefusedException;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the page about pipelines shows. */
class PipelineExamplesTest {

  private static final HttpRequest REQUEST =
      HttpRequest.newBuilder(URI.create("https://api.example.com/orders")).build();

  @Test
  void theStandardPipelineIsAPlanLikeEveryOther() {
    // snippet: pipeline-standard
    Heed plan = Pipelines.standard("acme").hints(Hints.gitHub()).build();
    HttpClient client = HeedHttpClient.newBuilder(plan).build();
    // end
    assertThat(client).hasToString(client.toString());
    assertThat(plan.describe().warnings()).isEmpty();
  }

  @Test
  void callsAreHedgedAtTwoEndpoints() {
    // snippet: pipeline-hedging
    Heed plan =
        Pipelines.hedging("search")
            .hedge(
                hedge ->
                    hedge.endpoints(
                        Endpoints.ordered(
                            EndpointGroup.of("https://eu.example.com"),
                            EndpointGroup.of("https://us.example.com"))))
            .build();
    // end
    assertThat(plan.describe().warnings()).isEmpty();
    assertThat(plan.describe().worstCaseSends()).contains(2);
  }

  @Test
  void eachPartIsChangedOrLeftOut() {
    // snippet: pipeline-change
    Heed plan =
        Pipelines.standard("acme")
            .callTimeout(Duration.ofMinutes(1))
            .retry(retry -> retry.maxRetries(5))
            .perAttempt(Breaker.builder().openFor(Duration.ofSeconds(20)).build())
            .without(GuardKind.LIMIT)
            .without("attempt timeout")
            .build();
    // end
    assertThat(plan.describe().toString())
        .contains("open 20 s")
        .doesNotContain("open 5 s")
        .doesNotContain("concurrency limit");
  }

  @Test
  void allClientsOfARegistryHaveIt() {
    // snippet: pipeline-registry
    HeedRegistry registry =
        HeedRegistry.of(
            ClientSettings.builder()
                .defaults(Pipelines::standard)
                .client("payments", plan -> plan.retry(retry -> retry.maxRetries(1)))
                .client("search", plan -> plan.perAttempt(RateLimit.of(50, Duration.ofSeconds(1))))
                .build());
    // end
    assertThat(registry.plan("search").describe().toString())
        .contains("rate limit (50 in 1 s)")
        .contains("breaker");
  }

  @Test
  void breakersOfYourOwnStayInTheirRegistry() throws Exception {
    CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
    Bulkhead bulkhead =
        Bulkhead.of("acme", BulkheadConfig.custom().maxWaitDuration(Duration.ZERO).build());
    // snippet: pipeline-own
    Heed plan =
        Pipelines.standard("acme")
            .perAttempt(Resilience4j.breakers(host -> registry.circuitBreaker("acme " + host)))
            .perCall(Resilience4j.bulkhead(bulkhead))
            .build();
    // end
    StubHttpClient stub = new StubHttpClient().on(Route.fallback(), Reply.text("ok"));
    stub.client(plan).send(REQUEST, BodyHandlers.ofString());
    assertThat(registry.find("acme https://api.example.com")).isPresent();
  }

  @Test
  void theHealthIsLookedAtAndABreakerIsSwitchedByHand() {
    Heed plan = Pipelines.standard("acme").build();
    // snippet: pipeline-health
    Breakers breakers = Breakers.of(plan);
    for (BreakerHealth health : breakers.health()) {
      System.out.println(health);
    }
    breakers.forceOpen("https://api.example.com");
    breakers.close("https://api.example.com");
    // end
    assertThat(breakers.allHealthy()).isTrue();
  }

  private static HttpResponse<String> fetch(HttpClient client) throws Exception {
    // snippet: pipeline-refused
    try {
      return client.send(REQUEST, BodyHandlers.ofString());
    } catch (RefusedException e) {
      Duration again = e.retryAfter().orElse(Duration.ofSeconds(1));
      throw new IOException("not now; again in " + again, e);
    }
    // end
  }

  @Test
  void aBreakerIsTestedWithoutWaiting() throws Exception {
    // snippet: pipeline-test
    VirtualTime time = new VirtualTime();
    Reply bad = Reply.status(503);
    StubHttpClient stub =
        new StubHttpClient(time).on(Route.get("/orders"), bad, bad, Reply.text("ok"));
    Heed plan =
        Pipelines.standard("acme")
            .retry(retry -> retry.maxRetries(0))
            .perAttempt(Breaker.builder().minimum(2).build())
            .time(time)
            .build();
    HttpClient client = stub.client(plan);

    client.send(REQUEST, BodyHandlers.ofString());
    client.send(REQUEST, BodyHandlers.ofString());
    assertThat(Breakers.of(plan).allHealthy()).isFalse();
    time.advance(Duration.ofSeconds(5));
    assertThat(client.send(REQUEST, BodyHandlers.ofString()).body()).isEqualTo("ok");
    // end
    Breakers.of(plan).forceOpen("https://api.example.com");
    assertThat(catchMessage(client)).isEqualTo("not now; again in PT1S");
  }

  private static String catchMessage(HttpClient client) {
    try {
      return fetch(client).body();
    } catch (Exception e) {
      return e.getMessage();
    }
  }
}
