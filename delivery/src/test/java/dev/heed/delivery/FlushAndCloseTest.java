package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D7")
class FlushAndCloseTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;

  @Test
  void aFlushReportsWhatBecameOfTheEvents() {
    client.replies(Reply.ok(), Reply.status(400), Reply.status(429).retryAfter(200));
    DeliveryQueue queue = fixture.open(2);
    offer(queue, 1, 7);
    FlushReport report = fixture.flush(queue, Duration.ofSeconds(30));
    assertThat(report).hasToString("0 delivered, 0 dropped, 3 pending");
    assertThat(queue.status().delivered()).isEqualTo(2);
    assertThat(queue.status().dropped()).isEqualTo(2);
  }

  @Test
  @Tag("statement-40")
  void aFlushCountsFromItsOwnBeginning() {
    DeliveryQueue queue = fixture.open(100);
    client.replies(Reply.ok().after(Duration.ofSeconds(1)));
    offer(queue, 1, 3);
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofSeconds(5));
    offer(queue, 4, 5);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(flushed.join()).hasToString("3 delivered, 0 dropped, 0 pending");
  }

  @Test
  void aFlushJoinsTheUploadThatIsOnItsWay() {
    client.replies(Reply.ok().after(Duration.ofSeconds(2)));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    fixture.time.advance(Duration.ofSeconds(1));
    CompletableFuture<FlushReport> first = queue.flushAsync(Duration.ofSeconds(9));
    CompletableFuture<FlushReport> second = queue.flushAsync(Duration.ofSeconds(9));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(first.join().delivered()).isEqualTo(1);
    assertThat(second.join().delivered()).isEqualTo(1);
    assertThat(client.sent()).hasSize(1);
  }

  @Test
  void aFlushEndsWithItsTimeAndTheEventsStay() {
    client.replies(Reply.status(503).retryAfter(60));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofSeconds(10));
    fixture.time.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(flushed).isNotDone();
    fixture.time.advance(Duration.ofNanos(1));
    assertThat(flushed.join()).hasToString("0 delivered, 0 dropped, 1 pending");
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  void closingDeliversWhatWaits() {
    DeliveryQueue queue = fixture.open(100);
    offer(queue, 1, 5);
    FlushReport report = fixture.close(queue, Duration.ofSeconds(5));
    assertThat(report).hasToString("5 delivered, 0 dropped, 0 pending");
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  void closingRetriesWithinItsTime() {
    client.replies(Reply.status(503), Reply.status(503));
    DeliveryQueue queue = fixture.open(100);
    offer(queue, 1);
    assertThat(fixture.close(queue, Duration.ofSeconds(5)).delivered()).isEqualTo(1);
    assertThat(client.millis()).containsExactly(0L, 500L, 1500L);
  }

  @Test
  @Tag("statement-57")
  void closingDoesNotWaitForATimeThatComesTooLate() {
    client.replies(Reply.status(429).retryAfter(300));
    Disk disk = new Disk();
    DeliveryQueue queue = QueueFixture.open(fixture.builder().store(disk.store()));
    offer(queue, 1, 3);
    FlushReport report = fixture.close(queue, Duration.ofSeconds(30));
    assertThat(report).hasToString("0 delivered, 0 dropped, 3 pending");
    assertThat(fixture.time.elapsed()).isZero();
    assertThat(disk.events()).isEqualTo(3);
    assertThat(heard.outcomes()).isEmpty();
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  @Tag("statement-36")
  @Tag("statement-46")
  void whatAStoreInMemoryStillHoldsIsReportedAsDropped() {
    client.replies(Reply.status(429).retryAfter(300));
    DeliveryQueue queue = fixture.open(2);
    offer(queue, 1, 5);
    FlushReport report = fixture.close(queue, Duration.ofSeconds(30));
    assertThat(report).hasToString("0 delivered, 5 dropped, 0 pending");
    assertThat(heard.reasons()).hasSize(5).containsOnly(DropReason.CLOSED);
    assertThat(heard.outcomes().get(0).why())
        .isEqualTo("the queue was closed with 5 events pending");
    assertThat(queue.status().droppedFor()).containsEntry(DropReason.CLOSED, 5L);
  }

  @Test
  @Tag("statement-57")
  void closingReturnsInTimeWhenTheServerIsSilent() {
    client.replies(Reply.silence());
    DeliveryQueue queue = fixture.open(c -> c.maxBatchEvents(1).uploadTimeout(Duration.ofHours(1)));
    offer(queue, 1);
    FlushReport report = fixture.close(queue, Duration.ofSeconds(3));
    assertThat(report.dropped()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).hasSeconds(3);
    assertThat(client.cancelled()).isEqualTo(1);
    fixture.time.advance(Duration.ofDays(1));
    assertThat(heard.outcomes()).hasSize(1);
  }

  @Test
  void aClosedQueueRejectsAndIsClosedOnce() {
    DeliveryQueue queue = fixture.open();
    FlushReport first = fixture.close(queue, Duration.ofSeconds(1));
    assertThat(fixture.close(queue, Duration.ofSeconds(1))).isSameAs(first);
    Offer offer = queue.offer(event(1));
    assertThat(offer.rejection()).contains(Rejection.CLOSED);
    assertThat(offer.message()).isEqualTo("the queue is closed");
    assertThat(queue.status().rejectedFor()).containsEntry(Rejection.CLOSED, 1L);
  }

  @Test
  void aClosedQueueDoesNothingThatItIsTold() {
    Disk disk = new Disk();
    client.replies(Reply.status(503));
    DeliveryQueue queue = QueueFixture.open(fixture.builder().store(disk.store()));
    offer(queue, 1);
    fixture.close(queue, Duration.ofMillis(1));
    queue.update(HttpConfig.defaults());
    queue.retryNow();
    queue.resume();
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).pending()).isEqualTo(1);
    assertThat(client.sent()).hasSize(1);
    assertThat(heard.troubles()).isEmpty();
  }

  @Test
  void aFlushThatStillWaitsEndsWhenTheQueueIsClosed() {
    client.replies(Reply.status(429).retryAfter(300));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofHours(1));
    fixture.close(queue, Duration.ofSeconds(1));
    assertThat(flushed).isDone();
  }

  @Test
  void aPausedQueueIsClosedAtOnce() {
    Disk disk = new Disk();
    DeliveryQueue queue = QueueFixture.open(fixture.builder().store(disk.store()));
    queue.pause();
    offer(queue, 1);
    assertThat(fixture.close(queue, Duration.ofSeconds(10)).pending()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).isZero();
    assertThat(client.sent()).isEmpty();
  }

  @Test
  @Tag("statement-46")
  void anInterruptEndsTheWaitingAndIsKept() {
    client.replies(Reply.silence());
    Disk disk = new Disk();
    DeliveryQueue queue = QueueFixture.open(fixture.builder().store(disk.store()));
    offer(queue, 1);
    Thread.currentThread().interrupt();
    FlushReport report = queue.close(Duration.ofHours(1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.pending()).isEqualTo(1);
    assertThat(disk.events()).isEqualTo(1);
    assertThat(heard.outcomes()).isEmpty();
  }

  @Test
  void theBlockingFormsReturnWhatTheOthersDo() throws InterruptedException {
    DeliveryQueue queue = fixture.open(100);
    offer(queue, 1);
    assertThat(queue.flush(Duration.ofSeconds(1)).delivered()).isEqualTo(1);
    offer(queue, 2);
    assertThat(queue.close(Duration.ofSeconds(1)).delivered()).isEqualTo(1);
    queue.close();
  }
}
