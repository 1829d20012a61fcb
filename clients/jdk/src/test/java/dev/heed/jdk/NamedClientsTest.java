package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients of a registry, and clients that stand inside each other. */
class NamedClientsTest {

  private static ClientSettings retries(int most) {
    return ClientSettings.builder()
        .defaults(plan -> plan.retry(r -> r.baseDelay(Duration.ofMillis(1))))
        .client("search", plan -> plan.retry(r -> r.maxRetries(most)))
        .build();
  }

  private static HeedHttpClient around(HttpClient client, int retries, boolean stack) {
    return HeedHttpClient.wrap(
        client, plan(p -> p.stackRetries(stack).retry(r -> r.maxRetries(retries))));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("G8")
  void clientsFollowTheReplacementsOfTheirPlan(Mode mode) throws Exception {
    HeedRegistry registry = HeedRegistry.of(retries(2));
    HttpClient wrapping = HeedHttpClient.wrap(bare(), registry.plan("search"));
    HttpClient built = heed(registry.plan("search"));
    registry.replace(retries(1));
    for (HttpClient client : new HttpClient[] {wrapping, built}) {
      try (var server = WireServer.replying(Reply.busy())) {
        mode.text(client, get(server));
        assertThat(server.seen()).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("G8")
  void aCallThatRunsFinishesOnTheSettingsItBeganWith(Mode mode) throws Exception {
    HeedRegistry registry = HeedRegistry.of(retries(2));
    Heed plan = registry.plan("search");
    Reply replaceThenBusy =
        wire -> {
          registry.replace(retries(0));
          Reply.busy().on(wire);
        };
    try (var server = WireServer.replying(replaceThenBusy, Reply.busy(), Reply.ok("good"))) {
      HttpClient client = heed(plan);
      assertThat(mode.text(client, get(server)).body()).isEqualTo("good");
    }
    assertThat(plan.describe().worstCaseSends()).contains(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C2")
  void aSecondRetryIsMadeOnlyWhereItIsAskedFor(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.busy())) {
      mode.text(around(around(bare(), 1, false), 2, false), get(server));
      assertThat(server.seen()).hasSize(3);
    }
    try (var server = WireServer.replying(Reply.busy())) {
      mode.text(around(around(bare(), 1, true), 2, false), get(server));
      assertThat(server.seen()).hasSize(6);
    }
  }

  @Test
  @Tag("C2")
  @Tag("C3")
  void theProductOfTheSendsIsReported() {
    HeedHttpClient outer = around(around(around(bare(), 3, false), 1, true), 2, false);
    assertThat(outer.describe().worstCaseSends()).contains(3);
    assertThat(outer.describe().worstCaseSendsOnTheWire()).contains(12L);
    assertThat(outer.describe().warnings())
        .contains(
            "retries are stacked: 3 sends of this plan times 4 of the plan 'test' are up to 12 on"
                + " the wire; let one layer retry, and switch the other one off");

    HeedHttpClient passing = around(around(bare(), 1, false), 2, false);
    assertThat(passing.describe().worstCaseSendsOnTheWire()).contains(6L);
    assertThat(passing.describe().warnings())
        .contains("this client wraps another client of Heed, which passes its calls through")
        .noneMatch(warning -> warning.startsWith("retries are stacked"));
  }
}
