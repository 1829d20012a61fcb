package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.delivery.policy.DropReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens when there is no room. */
@Tag("D6")
class OverflowTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;

  /** A queue whose server keeps the first batch for ever. */
  private DeliveryQueue stuck(Consumer<DeliveryConfig.Builder> settings) {
    client.replies(Reply.silence());
    return fixture.open(settings.andThen(c -> c.uploadTimeout(Duration.ofDays(1))));
  }

  @Test
  @Tag("statement-40")
  void theNewestIsRejectedAtOnceByDefault() {
    DeliveryQueue queue = stuck(c -> c.maxEvents(3));
    offer(queue, 1, 3);
    Offer offer = queue.offer(event(4));
    assertThat(offer.rejection()).contains(Rejection.FULL);
    assertThat(offer.message())
        .isEqualTo(
            "the queue is full, 3 events, 21 bytes, 3 batches of 3 events, 67108864 bytes, 100000"
                + " batches; whenFull: reject");
    assertThat(queue.status().rejectedFor()).containsEntry(Rejection.FULL, 1L);
    assertThat(queue.status().pending()).isEqualTo(3);
  }

  @Test
  void bytesAreALimitToo() {
    DeliveryQueue queue = stuck(c -> c.maxBytes(14));
    offer(queue, 1, 2);
    assertThat(queue.offer("1").rejection()).contains(Rejection.FULL);
  }

  @Test
  void batchesAreALimitTooAndAnOpenOneTakesMore() {
    DeliveryQueue queue = stuck(c -> c.maxBatchEvents(2).maxBatches(2));
    offer(queue, 1, 4);
    assertThat(queue.offer(event(5)).rejection()).contains(Rejection.FULL);
    DeliveryQueue other = fixture.open(c -> c.maxBatchEvents(5).maxBatches(1));
    offer(other, 1, 5);
    assertThat(heard.delivered()).hasSize(5);
  }

  @Test
  void thereIsRoomAgainWhenEventsHaveLeft() {
    client.replies(Reply.ok().after(Duration.ofSeconds(1)));
    DeliveryQueue queue = fixture.open(c -> c.maxEvents(1));
    offer(queue, 1);
    assertThat(queue.offer(event(2)).isAccepted()).isFalse();
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(queue.offer(event(2)).isAccepted()).isTrue();
  }

  @Test
  void theOldestBatchIsDroppedAndReportedButNotTheOneThatIsOnItsWay() {
    DeliveryQueue queue =
        stuck(c -> c.maxBatchEvents(2).maxEvents(6).whenFull(WhenFull.dropOldest()));
    offer(queue, 1, 6);
    offer(queue, 7);
    assertThat(heard.dropped()).containsExactly(event(3), event(4));
    assertThat(heard.reasons()).containsOnly(DropReason.QUEUE_FULL);
    assertThat(heard.outcomes().get(0).why())
        .isEqualTo("the queue was full: 6 events, 67108864 bytes, 100000 batches");
    assertThat(queue.status().pending()).isEqualTo(5);
    assertThat(queue.status().droppedFor()).containsEntry(DropReason.QUEUE_FULL, 2L);
  }

  @Test
  void theOpenBatchIsDroppedWhenNothingElseIsLeft() {
    DeliveryQueue queue =
        fixture.open(c -> c.maxBatchEvents(10).maxEvents(2).whenFull(WhenFull.dropOldest()));
    offer(queue, 1, 3);
    assertThat(heard.dropped()).containsExactly(event(1), event(2));
    assertThat(queue.status().pending()).isEqualTo(1);
  }

  /** As a listener does that has a lock, while who holds that lock asks the queue. */
  @Test
  void aListenerThatIsToldOfADropMayWaitForOthersWhoUseTheQueue() throws Exception {
    DeliveryQueue[] queue = new DeliveryQueue[1];
    List<Long> others = new CopyOnWriteArrayList<>();
    DeliveryListener waits =
        new DeliveryListener() {
          @Override
          public void settled(EventOutcome outcome) {
            FutureTask<Long> other = inBackground(() -> asked(queue[0]));
            try {
              others.add(other.get(20, TimeUnit.SECONDS));
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
              throw new AssertionError("the other one waits for us", e);
            }
          }
        };
    client.replies(Reply.silence());
    DeliveryConfig config =
        DeliveryConfig.builder()
            .uploadTimeout(Duration.ofDays(1))
            .maxBatchEvents(1)
            .maxEvents(2)
            .whenFull(WhenFull.dropOldest())
            .build();
    queue[0] = QueueFixture.open(fixture.builder().config(config).listener(waits));
    offer(queue[0], 1, 3);
    assertThat(others).containsExactly(2L);
  }

  /** All that need a lock of the queue. */
  private static long asked(DeliveryQueue queue) {
    var unused = queue.flushAsync(Duration.ZERO);
    return queue.status().pending();
  }

  @Test
  void whenDroppingMakesNoRoomTheNewestIsRejected() {
    DeliveryQueue queue = stuck(c -> c.maxEvents(1).whenFull(WhenFull.dropOldest()));
    offer(queue, 1);
    Offer offer = queue.offer(event(2));
    assertThat(offer.rejection()).contains(Rejection.FULL);
    assertThat(offer.message()).endsWith("whenFull: drop the oldest batch");
    assertThat(heard.outcomes()).isEmpty();
  }

  @Test
  void aFlushKnowsWhatWasDroppedToMakeRoom() {
    DeliveryQueue queue = stuck(c -> c.maxEvents(3).whenFull(WhenFull.dropOldest()));
    offer(queue, 1, 3);
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofSeconds(1));
    offer(queue, 4);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(flushed.join()).hasToString("0 delivered, 1 dropped, 2 pending");
  }

  @Test
  void anOfferMayWaitForRoom() throws Exception {
    fixture.time.autoAdvance(false);
    client.replies(Reply.ok().after(Duration.ofSeconds(3)));
    DeliveryQueue queue =
        fixture.open(c -> c.maxEvents(1).whenFull(WhenFull.block(Duration.ofSeconds(5))));
    offer(queue, 1);
    FutureTask<Offer> waiting = inBackground(() -> queue.offer(event(2)));
    awaitPatience(Duration.ofSeconds(5));
    fixture.time.advance(Duration.ofSeconds(3));
    assertThat(waiting.get().isAccepted()).isTrue();
    assertThat(queue.flush(Duration.ofSeconds(1)).isComplete()).isTrue();
  }

  @Test
  void anOfferWaitsNoLongerThanItsTime() throws Exception {
    fixture.time.autoAdvance(false);
    DeliveryQueue queue =
        stuck(c -> c.maxEvents(1).whenFull(WhenFull.block(Duration.ofSeconds(5))));
    offer(queue, 1);
    FutureTask<Offer> waiting = inBackground(() -> queue.offer(event(2)));
    awaitPatience(Duration.ofSeconds(5));
    fixture.time.advance(Duration.ofSeconds(5));
    assertThat(waiting.get().rejection()).contains(Rejection.FULL);
    assertThat(waiting.get().message()).endsWith("whenFull: wait for room, 5 s at most");
  }

  @Test
  void anOfferThatIsInterruptedWhileItWaitsIsRejected() throws Exception {
    fixture.time.autoAdvance(false);
    DeliveryQueue queue =
        stuck(c -> c.maxEvents(1).whenFull(WhenFull.block(Duration.ofSeconds(5))));
    offer(queue, 1);
    Offer[] offer = new Offer[1];
    boolean[] flag = new boolean[1];
    Thread thread =
        new Thread(
            () -> {
              offer[0] = queue.offer(event(2));
              flag[0] = Thread.currentThread().isInterrupted();
            });
    thread.start();
    awaitPatience(Duration.ofSeconds(5));
    thread.interrupt();
    thread.join();
    assertThat(offer[0].rejection()).contains(Rejection.INTERRUPTED);
    assertThat(flag[0]).isTrue();
    assertThat(queue.status().pending()).isEqualTo(1);
  }

  @Test
  void closingEndsTheWaitingOfOffers() throws Exception {
    fixture.time.autoAdvance(false);
    DeliveryQueue queue = stuck(c -> c.maxEvents(1).whenFull(WhenFull.block(Duration.ofHours(5))));
    offer(queue, 1);
    FutureTask<Offer> waiting = inBackground(() -> queue.offer(event(2)));
    awaitPatience(Duration.ofHours(5));
    var unused = queue.closeAsync(Duration.ofSeconds(1));
    assertThat(waiting.get().rejection()).contains(Rejection.CLOSED);
  }

  @Test
  void theBoundsHoldWhateverManyThreadsOffer() throws Exception {
    DeliveryQueue queue =
        stuck(c -> c.maxBatchEvents(7).maxEvents(100).whenFull(WhenFull.dropOldest()));
    CountDownLatch done = new CountDownLatch(4);
    for (int thread = 0; thread < 4; thread++) {
      int base = thread * 1000;
      new Thread(
              () -> {
                offer(queue, base, base + 499);
                done.countDown();
              })
          .start();
    }
    done.await();
    DeliveryStatus status = queue.status();
    assertThat(status.accepted()).isEqualTo(2000);
    assertThat(status.pending()).isBetween(90L, 100L);
    assertThat(status.dropped() + status.pending()).isEqualTo(2000);
    assertThat(heard.counts())
        .hasSize((int) status.dropped())
        .containsValue(1)
        .doesNotContainValue(2);
  }

  @Test
  void aPositiveTimeIsWaitedOrNone() {
    assertThatThrownBy(() -> WhenFull.block(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an offer waits for a positive time or not at all: 0 ms");
  }

  private void awaitPatience(Duration patience) {
    fixture.time.awaitTimerDueIn(patience);
  }

  private static <T> FutureTask<T> inBackground(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    new Thread(future).start();
    return future;
  }
}
