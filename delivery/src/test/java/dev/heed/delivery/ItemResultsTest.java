package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.upload.ItemReader;
import dev.heed.delivery.upload.ItemResult;
import dev.heed.delivery.upload.Uploader;
import dev.heed.hint.HintFormat;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that answer each event, and batches that are too large. */
@Tag("D9")
class ItemResultsTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;
  private final DeliveryConfig.Builder config = DeliveryConfig.builder().maxBatchEvents(4);

  private DeliveryQueue open(ItemReader items) {
    Uploader uploader =
        Uploader.to(QueueFixture.PLACE).items(items).retryCountHeader("X-Retry-Count").build();
    return QueueFixture.open(fixture.builder().config(config.build()).uploader(uploader));
  }

  private DeliveryQueue openWithStatuses() {
    return open(ItemReader.json("", ""));
  }

  @Test
  void acceptedEventsAreDoneRefusedOnesAreDroppedAndTheRestIsSentAgainInOrder() {
    client.replies(Reply.ok().body("[503,200,400,429]"), Reply.ok().body("[200,200]"));
    offer(openWithStatuses(), 1, 4);
    assertThat(heard.delivered()).containsExactly(event(2));
    assertThat(heard.dropped()).containsExactly(event(3));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.bodies()).last().isEqualTo("[{\"n\":1},{\"n\":4}]");
    assertThat(client.millis()).containsExactly(0L, 500L);
    assertThat(client.sent().get(1).header("X-Retry-Count")).isEqualTo("1");
    assertThat(heard.delivered()).containsExactly(event(2), event(1), event(4));
    assertThat(heard.outcomes().get(1))
        .hasToString(
            "event 1.2 dropped, REFUSED: 400 is not retried (backoffConfig.statusCodeOverrides)");
    assertThat(heard.outcomes().get(1).status()).hasValue(400);
  }

  @Test
  void theLongestWaitOfTheRestPausesAll() {
    ItemReader reader = ItemReader.json("", "/s", "/w", HintFormat.SECONDS);
    client.replies(
        Reply.ok()
            .body("[{\"s\":503,\"w\":3},{\"s\":429,\"w\":8},{\"s\":200},{\"s\":503}]")
            .retryAfter(5));
    offer(open(reader), 1, 8);
    fixture.time.advance(Duration.ofSeconds(8).minusNanos(1));
    assertThat(client.sent()).hasSize(1);
    fixture.time.advance(Duration.ofNanos(1));
    assertThat(client.bodies().get(1)).isEqualTo("[{\"n\":1},{\"n\":2},{\"n\":4}]");
  }

  @Test
  void aFullSuccessOrAFullRefusalSettlesTheBatch() {
    client.replies(Reply.ok().body("[200,201,202,204]"), Reply.ok().body("[400,401,403,422]"));
    DeliveryQueue queue = openWithStatuses();
    offer(queue, 1, 8);
    assertThat(heard.delivered()).hasSize(4);
    assertThat(heard.dropped()).hasSize(4);
    assertThat(queue.status().pending()).isZero();
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  void anErrorMayHaveResultsToo() {
    client.replies(Reply.status(400).body("[200,200,400,200]"));
    offer(openWithStatuses(), 1, 4);
    assertThat(heard.dropped()).containsExactly(event(3));
    assertThat(heard.delivered()).hasSize(3);
  }

  @Test
  void aBatchWithoutProgressIsGivenUpByItsCount() {
    client.otherwise(sent -> Reply.ok().body("[503,503,503,503]"));
    config.limitRetries(true);
    offer(openWithStatuses(), 1, 4);
    fixture.time.advance(Duration.ofHours(1));
    assertThat(client.sent()).hasSize(11);
    assertThat(heard.reasons()).hasSize(4).containsOnly(DropReason.RETRIES_EXHAUSTED);
  }

  @Test
  void anEventThatIsToldToBeKeptIsNotGivenUpWithOthers() {
    client.otherwise(
        sent -> Reply.ok().body(sent.millis() < 7_200_000 ? "[503,403]" : "[200,200]"));
    config.maxBatchEvents(2).limitRetries(true);
    Uploader uploader = Uploader.to(QueueFixture.PLACE).items(ItemReader.json("", "")).build();
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(config.build())
                .uploader(uploader)
                .httpConfig(
                    QueueFixture.exact()
                        .backoff(b -> b.maxRetryCount(1).statusCodeOverride(403, Behavior.KEEP))
                        .build()));
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofHours(3));
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
  }

  @Test
  @Tag("statement-43")
  void resultsThatCannotBeReadLeaveItToTheStatus() {
    client.replies(
        Reply.ok().body("<html>"), Reply.ok().body("[200]"), Reply.status(204), Reply.status(400));
    offer(openWithStatuses(), 1, 16);
    assertThat(heard.delivered()).hasSize(12);
    assertThat(heard.dropped()).hasSize(4);
    assertThat(heard.troubles())
        .containsExactly(
            "the results of single events could not be read; the status decides",
            "1 results for 4 events; the status decides");
  }

  @Test
  void resultsMayComeFromAFunction() {
    client.replies(Reply.ok().header("X-Failed", "2"));
    ItemReader reader =
        (batch, response) -> {
          int failed = Integer.parseInt(response.head().values("X-Failed").get(0));
          return batch.events().stream()
              .map(e -> e.id().place() == failed ? ItemResult.of(400) : ItemResult.accepted())
              .toList();
        };
    offer(open(reader), 1, 4);
    assertThat(heard.dropped()).containsExactly(event(3));
  }

  @Test
  void aBatchThatIsTooLargeIsHalvedUntilItFits() {
    config.maxBatchEvents(20);
    client.otherwise(sent -> Reply.status(sent.events() > 7 ? 413 : 200));
    offer(open(ItemReader.none()), 1, 20);
    assertThat(client.sent()).extracting(Sent::events).containsExactly(20, 10, 5, 5, 5, 5);
    assertThat(fixture.time.elapsed()).isZero();
    assertThat(heard.delivered()).hasSize(20).startsWith(event(1)).endsWith(event(20));
  }

  @Test
  void anEventThatIsTooLargeByItselfIsRefusedAndItsNeighborsAreDelivered() {
    client.otherwise(sent -> Reply.status(sent.body().contains("\"n\":2}") ? 413 : 200));
    offer(open(ItemReader.none()), 1, 4);
    assertThat(heard.dropped()).containsExactly(event(2));
    assertThat(heard.delivered()).containsExactly(event(1), event(3), event(4));
    assertThat(client.sent()).hasSizeLessThanOrEqualTo(7);
  }

  @Test
  void splittingCanBeSwitchedOff() {
    config.splitTooLarge(false);
    client.replies(Reply.status(413));
    offer(open(ItemReader.none()), 1, 4);
    assertThat(client.sent()).hasSize(1);
    assertThat(heard.dropped()).hasSize(4);
  }

  @Test
  void aPartThatFailsWaitsAndTheRestOfTheBatchWithIt() {
    client.replies(Reply.status(413), Reply.ok(), Reply.status(503));
    offer(open(ItemReader.none()), 1, 4);
    assertThat(client.sent()).extracting(Sent::events).containsExactly(4, 2, 2);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.bodies()).last().isEqualTo("[{\"n\":3},{\"n\":4}]");
    assertThat(heard.counts().values()).containsOnly(1).hasSize(4);
  }

  @Test
  void nothingOfARefusedPartIsLostWhenTheResultsSaySoLater() {
    client.replies(Reply.status(413), Reply.ok().body("[200,503]"), Reply.ok().body("[200,200]"));
    DeliveryQueue queue = openWithStatuses();
    client.otherwise(sent -> Reply.ok().body(sent.events() == 1 ? "[200]" : "[200,200]"));
    offer(queue, 1, 4);
    fixture.time.advance(Duration.ofSeconds(2));
    assertThat(heard.counts().values()).containsOnly(1).hasSize(4);
    assertThat(client.bodies())
        .containsExactly(
            "[{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4}]",
            "[{\"n\":1},{\"n\":2}]",
            "[{\"n\":2},{\"n\":3}]",
            "[{\"n\":4}]");
    assertThat(List.copyOf(heard.delivered())).hasSize(4);
  }
}
