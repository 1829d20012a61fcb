package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.exact;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Settings that come while the queue is running. */
@Tag("D2")
class SettingsChangeTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;

  @Test
  @Tag("statement-21")
  void anUploadEndsWithTheSettingsWithWhichItWasBegun() {
    client.replies(Reply.status(503).after(Duration.ofSeconds(2)));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    fixture.time.advance(Duration.ofSeconds(1));
    queue.update(exact().backoff(b -> b.enabled(false)).build());
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(fixture.heard.delivered()).containsExactly(event(1));
    client.replies(Reply.status(503));
    offer(queue, 2);
    assertThat(fixture.heard.reasons()).containsExactly(DropReason.RETRIES_OFF);
  }

  @Test
  void whatIsRememberedOfPausesStays() {
    client.replies(Reply.status(429).retryAfter(100));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    queue.update(
        HttpConfig.builder().rateLimit(r -> r.maxRetryInterval(Duration.ofMinutes(2))).build());
    fixture.time.advance(Duration.ofSeconds(99));
    assertThat(client.sent()).hasSize(1);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.sent()).hasSize(2);
  }

  @Test
  void aShorterLongestPauseShortensThePause() {
    client.replies(Reply.status(429).retryAfter(100));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    queue.update(exact().rateLimit(r -> r.maxRetryInterval(Duration.ofSeconds(10))).build());
    fixture.time.advance(Duration.ofSeconds(10));
    assertThat(client.millis()).containsExactly(0L, 10_000L);
  }

  @Test
  @Tag("statement-13")
  @Tag("statement-14")
  void settingsFromTheServerReplaceAllThatWasSet() {
    client.replies(Reply.status(400), Reply.status(503));
    DeliveryQueue queue = fixture.open(1);
    queue.update(
        exact().backoff(b -> b.enabled(false).statusCodeOverride(400, Behavior.KEEP)).build());
    byte[] remote =
        "{\"backoffConfig\":{\"maxBackoffInterval\":30}}".getBytes(StandardCharsets.UTF_8);
    HttpConfig.read(remote, "").ifPresent(queue::update);
    offer(queue, 1, 2);
    assertThat(fixture.heard.dropped()).containsExactly(event(1));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(fixture.heard.delivered()).containsExactly(event(2));
  }

  @Test
  void sizesAreCheckedAllAtOnce() {
    assertThatThrownBy(
            () ->
                DeliveryConfig.builder()
                    .maxBatchEvents(0)
                    .maxEventBytes(100)
                    .maxBatchBytes(100)
                    .maxEvents(-1)
                    .flushInterval(Duration.ZERO)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxBatchEvents must be positive: 0; maxEvents must be positive: -1; flushInterval must"
                + " be positive: 0 ms; maxBatchBytes must hold one event and a byte more: 100"
                + " bytes");
  }

  @Test
  void aConfigCanBeTheStartOfAnother() {
    DeliveryConfig config = DeliveryConfig.builder().maxEvents(7).build();
    DeliveryConfig.Builder builder = config.toBuilder().maxBatches(3);
    builder.maxEvents(8);
    assertThat(config.maxEvents()).isEqualTo(7);
    assertThat(builder.build())
        .hasToString(
            "batches of 250 events, 475000 bytes or 10 s; at most 8 events, 67108864 bytes, 3"
                + " batches, then reject");
  }
}
