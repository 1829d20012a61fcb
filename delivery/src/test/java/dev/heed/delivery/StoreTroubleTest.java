package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.DropReason;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store that fails, as on a full disk. */
@Tag("D4")
class StoreTroubleTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;
  private final Disk disk = new Disk();

  private DeliveryQueue open(int maxBatchEvents) {
    return QueueFixture.open(
        fixture
            .builder()
            .config(DeliveryConfig.builder().maxBatchEvents(maxBatchEvents).build())
            .store(disk.store()));
  }

  @Test
  @Tag("statement-56")
  void anEventThatCannotBeStoredIsRejectedAndTheNextOneIsNot() {
    DeliveryQueue queue = open(2);
    offer(queue, 1);
    disk.failing(Disk.Op.APPEND);
    Offer offer = queue.offer(event(2));
    assertThat(offer.rejection()).contains(Rejection.STORE_FAILED);
    assertThat(offer.message())
        .isEqualTo("the store could not keep the event: no space left on device");
    disk.failing();
    offer(queue, 3);
    assertThat(heard.delivered()).containsExactly(event(1), event(3));
  }

  @Test
  void sendingAndRemovingGoOnWhenNothingCanBeSaved() {
    DeliveryQueue queue = open(1);
    disk.failing(Disk.Op.SAVE_STATE);
    offer(queue, 1, 3);
    assertThat(heard.delivered()).hasSize(3);
    assertThat(disk.events()).isZero();
    assertThat(heard.troubles())
        .contains("the state could not be saved; it is tried again with the next change");
  }

  @Test
  void whatIsDeliveredIsNotSentAgainAlthoughItCouldNotBeRemoved() {
    DeliveryQueue queue = open(1);
    disk.failing(Disk.Op.SETTLE);
    offer(queue, 1, 3);
    assertThat(queue.status().pending()).isZero();
    assertThat(queue.status().pendingBytes()).isZero();
    assertThat(fixture.flush(queue, Duration.ofMinutes(5)).isComplete()).isTrue();
    assertThat(client.sent()).hasSize(3);
    assertThat(heard.counts().values()).containsOnly(1).hasSize(3);
    disk.failing();
    offer(queue, 4);
    assertThat(client.sent()).hasSize(4);
    assertThat(disk.events()).isZero();
    assertThat(heard.troubles())
        .hasSize(3)
        .first()
        .isEqualTo("what is settled of batch 1 could not be removed; it is tried again");
  }

  @Test
  void aBatchThatCannotBeClosedIsClosedLater() {
    DeliveryQueue queue = open(2);
    disk.failing(Disk.Op.CLOSE_BATCH);
    offer(queue, 1, 2);
    assertThat(queue.offer(event(3)).rejection()).contains(Rejection.STORE_FAILED);
    fixture.time.advance(Duration.ofSeconds(10));
    assertThat(heard.troubles())
        .containsExactly("the open batch could not be closed; it is tried again");
    disk.failing();
    fixture.time.advance(Duration.ofSeconds(10));
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
  }

  @Test
  void aFlushWaitsAlsoForABatchThatCannotBeClosedYet() {
    DeliveryQueue queue = open(5);
    disk.failing(Disk.Op.CLOSE_BATCH);
    offer(queue, 1, 2);
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).pending()).isEqualTo(2);
    disk.failing();
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).delivered()).isEqualTo(2);
  }

  @Test
  void aStoreThatCannotBeReadIsReadLater() {
    DeliveryQueue queue = open(1);
    disk.failing(Disk.Op.LIST);
    offer(queue, 1);
    fixture.time.advance(Duration.ofMinutes(5));
    assertThat(disk.calls(Disk.Op.LIST)).isBetween(8, 16);
    disk.failing();
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(heard.delivered()).hasSize(1);
    assertThat(heard.troubles()).contains("the store cannot be read; it is tried again");
  }

  @Test
  void aFaultOfTheStoreIsNotTheEndOfTheUploads() {
    DeliveryQueue queue = open(1);
    disk.faulty(Disk.Op.LIST);
    offer(queue, 1);
    disk.faulty(null);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(heard.delivered()).hasSize(1);
  }

  @Test
  void aBatchThatCannotBeReadDoesNotHoldUpTheOthers() {
    DeliveryQueue queue = open(1);
    disk.failing(Disk.Op.LOAD);
    offer(queue, 1);
    disk.failing();
    offer(queue, 2);
    assertThat(heard.delivered()).containsExactly(event(2));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(heard.delivered()).containsExactly(event(2), event(1));
    assertThat(heard.troubles()).containsExactly("batch 1 cannot be read; it is tried again");
  }

  @Test
  void eventsThatCanNeverBeReadAreReportedOnceAndTheOthersAreDelivered() {
    DeliveryQueue queue = open(4);
    client.replies(Reply.status(503));
    disk.damage(1, 2);
    offer(queue, 1, 4);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.bodies()).hasSize(2).containsOnly("[{\"n\":1},{\"n\":4}]");
    assertThat(heard.reasons()).containsExactly(DropReason.UNREADABLE, DropReason.UNREADABLE);
    assertThat(heard.outcomes().get(0))
        .hasToString("event 1.1 dropped, UNREADABLE: the store cannot read it any more");
    assertThat(heard.outcomes().get(0).bytes()).isEmpty();
    assertThat(heard.counts().values()).containsOnly(1).hasSize(4);
  }

  @Test
  void aBatchOfWhichNothingCanBeReadIsGone() {
    DeliveryQueue queue = open(2);
    disk.damage(0, 1);
    offer(queue, 1, 2);
    assertThat(client.sent()).isEmpty();
    assertThat(queue.status().droppedFor()).containsEntry(DropReason.UNREADABLE, 2L);
    assertThat(disk.events()).isZero();
    disk.damage();
    fixture.time.advance(Duration.ofHours(1));
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  void anEventThatCouldNotBeForcedToTheDiskIsAcceptedWithAWarning() {
    DeliveryQueue queue = open(1);
    disk.failing(Disk.Op.FORCE);
    assertThat(queue.offer(event(1)).isAccepted()).isTrue();
    assertThat(heard.delivered()).hasSize(1);
    assertThat(heard.troubles())
        .containsExactly("event 1.0 is accepted, but may not survive a crash");
  }
}
