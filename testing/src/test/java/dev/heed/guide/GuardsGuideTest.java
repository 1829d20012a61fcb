package dev.heed.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.PlanDescription;
import dev.heed.retry.RefusedException;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import dev.heed.testing.junit.HeedExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code that docs/guards.md shows. */
@ExtendWith(HeedExtension.class)
final class GuardsGuideTest {

  private final HttpRequest request =
      HttpRequest.newBuilder(URI.create("https://api.example.com/orders")).build();

  @Test
  @Tag("G1")
  void eachGuardIsOneLine() {
    // snippet: guards-plan
    Heed plan =
        Heed.builder("acme-sdk")
            .concurrencyLimit(100)
            .retryBudget()
            .cooldown(c -> c.maxWait(Duration.ofSeconds(5)))
            .callTimeout(Duration.ofMinutes(1))
            .build();
    // end

    assertThat(plan.describe().parts())
        .extracting(PlanDescription.Part::name)
        .containsExactly(
            "call log",
            "concurrency limit",
            "call timeout",
            "retry",
            "retry budget",
            "cooldown",
            "attempt log");
    assertThat(plan.describe().warnings()).isEmpty();
  }

  private String order(HttpClient client) throws Exception {
    // snippet: guards-refused
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (RefusedException refused) {
      Duration wait = refused.retryAfter().orElse(Duration.ofSeconds(1)); // the guard knows, or not
      return "not now (" + refused.guard() + "), again in " + wait.toSeconds() + " s";
    }
    // end
  }

  @Test
  @Tag("G3")
  @Tag("G7")
  void aRefusalSaysWhenToComeAgain(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(
        Route.get("/orders"),
        Reply.status(429).header("Retry-After", "60"),
        Reply.text("two orders"));
    Heed plan = Heed.builder("acme").time(time).cooldown(c -> c.refuse()).build();
    HttpClient client = stub.client(plan);

    assertThat(order(client)).isEmpty();
    assertThat(order(client)).isEqualTo("not now (cooldown), again in 60 s");
    time.advance(Duration.ofSeconds(60));
    assertThat(order(client)).isEqualTo("two orders");
  }
}
