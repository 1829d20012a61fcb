package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.exact;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.Recovery;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process ends, in whatever way, and the next one carries on. */
@Tag("D3")
@Tag("D4")
class RestartTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;
  private final Disk disk = new Disk();

  private DeliveryQueue start() {
    return start(exact());
  }

  private DeliveryQueue start(HttpConfig.Builder http) {
    return QueueFixture.open(
        fixture
            .builder()
            .config(DeliveryConfig.builder().maxBatchEvents(1).limitRetries(true).build())
            .httpConfig(http.build())
            .store(disk.store()));
  }

  /** The process is gone, without a word to anybody. What it would still do, it does not. */
  private void kill(DeliveryQueue queue) {
    queue.pause();
    disk.crash();
  }

  @Test
  void whatWaitsIsSentByTheNextProcessWithoutNewEvents() {
    client.replies(Reply.status(429).retryAfter(100));
    DeliveryQueue first = start();
    offer(first, 1, 3);
    fixture.close(first, Duration.ofSeconds(1));
    fixture.time.advance(Duration.ofSeconds(100));
    DeliveryQueue second = start();
    assertThat(heard.delivered()).containsExactly(event(1), event(2), event(3));
    assertThat(second.status().resumed()).isEqualTo(3);
    assertThat(second.status().delivered()).isEqualTo(3);
  }

  @Test
  void aQueueThatBeginsPausedSendsNothingOfWhatItFinds() {
    DeliveryQueue first = QueueFixture.open(fixture.builder().store(disk.store()));
    offer(first, 1);
    kill(first);
    DeliveryQueue second = QueueFixture.open(fixture.builder().store(disk.store()).paused(true));
    fixture.time.advance(Duration.ofHours(1));
    assertThat(client.sent()).isEmpty();
    second.resume();
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  void anOpenBatchIsNotLost() {
    DeliveryQueue first = QueueFixture.open(fixture.builder().store(disk.store()));
    offer(first, 1, 2);
    kill(first);
    start();
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
  }

  @Test
  @Tag("statement-48")
  void aPauseSurvives() {
    client.replies(Reply.status(503).retryAfter(60));
    DeliveryQueue first = start();
    offer(first, 1);
    fixture.time.advance(Duration.ofSeconds(20));
    kill(first);
    DeliveryQueue second = start();
    assertThat(second.status().pausedUntil()).isPresent();
    fixture.time.advance(Duration.ofSeconds(40).minusNanos(1));
    assertThat(client.sent()).hasSize(1);
    fixture.time.advance(Duration.ofNanos(1));
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  @Tag("statement-53")
  void attemptsAreCountedOverRestartsAlsoTheOneThatWasOnItsWay() {
    client.replies(Reply.status(500), Reply.silence());
    DeliveryQueue first = start();
    offer(first, 1);
    fixture.time.advance(Duration.ofSeconds(1));
    kill(first);
    start();
    assertThat(client.sent())
        .extracting(sent -> sent.header("X-Retry-Count"))
        .containsExactly(null, "1", "2");
  }

  @Test
  void aLimitOfRetriesIsOneForAllProcesses() {
    client.otherwise(sent -> Reply.status(500));
    HttpConfig.Builder http = exact().backoff(b -> b.maxRetryCount(10));
    for (int i = 0; i < 4; i++) {
      DeliveryQueue queue = start(http);
      if (i == 0) {
        offer(queue, 1);
      }
      fixture.time.advance(Duration.ofSeconds(4 << (2 * i)));
      kill(queue);
    }
    DeliveryQueue last = start(http);
    fixture.time.advance(Duration.ofHours(1));
    assertThat(client.sent()).hasSize(11);
    assertThat(heard.reasons()).containsExactly(DropReason.RETRIES_EXHAUSTED);
    assertThat(last.status().pending()).isZero();
  }

  @Test
  void aBackoffSurvives() {
    client.replies(Reply.status(500), Reply.status(500), Reply.status(500));
    DeliveryQueue first = start();
    offer(first, 1);
    fixture.time.advance(Duration.ofSeconds(1));
    kill(first);
    start();
    fixture.time.advance(Duration.ofSeconds(10));
    assertThat(client.millis()).containsExactly(0L, 500L, 1500L, 3500L);
  }

  @Test
  void aWallClockThatIsTurnedBetweenTwoProcessesLosesNothingAndStopsNothing() {
    for (Duration turn : List.of(Duration.ofDays(365), Duration.ofDays(-730))) {
      client.replies(Reply.status(500), Reply.status(429).retryAfter(200));
      DeliveryQueue first = start();
      offer(first, 1);
      fixture.time.advance(Duration.ofSeconds(1));
      kill(first);
      fixture.time.turnWallClock(turn);
      DeliveryQueue second = start();
      fixture.time.advance(Duration.ofSeconds(300));
      assertThat(second.status().pending()).isZero();
      kill(second);
    }
    assertThat(heard.delivered()).hasSize(2);
    assertThat(heard.dropped()).isEmpty();
  }

  @Test
  void aStateThatCannotBeReadStopsNothing() {
    client.replies(Reply.status(500));
    DeliveryQueue first = start();
    offer(first, 1);
    kill(first);
    disk.state("\u0000\u0000 half a sta");
    start();
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  @Tag("statement-49")
  void aPauseFromAFarFutureIsBounded() {
    disk.state(
        "{\"version\":1,\"savedAt\":\"2026-03-01T12:00:00Z\",\"pausedUntil\":\"2031-01-01T00:00:00Z\"}");
    offer(start(), 1);
    fixture.time.advance(Duration.ofSeconds(300));
    assertThat(heard.delivered()).hasSize(1);
  }

  @Test
  void theStateIsSavedBeforeTheSendAndAfterTheAnswer() {
    client.replies(Reply.silence());
    DeliveryQueue queue = start();
    offer(queue, 1);
    assertThat(disk.state()).endsWith("\"batches\":{\"1\":{\"attempts\":1}}}");
    fixture.time.advance(Duration.ofSeconds(15));
    assertThat(disk.state()).contains("\"failures\":1", "\"firstFailure\"");
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(disk.state()).endsWith("\"batches\":{}}");
  }

  @Test
  @Tag("statement-52")
  void recordsOfBatchesThatAreGoneAreForgotten() {
    disk.state("{\"version\":1,\"batches\":{\"77\":{\"attempts\":3},\"78\":{\"attempts\":1}}}");
    DeliveryQueue queue = start();
    offer(queue, 1);
    assertThat(disk.state()).endsWith("\"batches\":{}}");
  }

  @Test
  void aSecondQueueOnTheSameStoreIsRefused() {
    start();
    assertThatThrownBy(() -> fixture.builder().store(disk.store()).open())
        .isInstanceOf(IOException.class)
        .hasMessage("another queue has this store");
  }

  @Test
  void whatTheStoreFoundIsToldAndWhatItLostIsCounted() {
    disk.found(Recovery.of(List.of("batch 4 cannot be read and was set aside"), 5));
    DeliveryQueue queue = start();
    assertThat(heard.troubles()).containsExactly("batch 4 cannot be read and was set aside");
    assertThat(queue.status().droppedFor()).containsEntry(DropReason.UNREADABLE, 5L);
    assertThat(queue.status().resumed()).isEqualTo(5);
  }

  @Test
  void aQueueThatCannotBeOpenedGivesTheStoreBack() throws IOException {
    disk.failing(Disk.Op.LIST);
    assertThatThrownBy(this::start).hasCauseInstanceOf(IOException.class);
    disk.failing();
    BatchStore store = disk.store();
    assertThat(store.open().findings()).isEmpty();
  }
}
