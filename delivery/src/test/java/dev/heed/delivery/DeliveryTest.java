package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.upload.BatchFormat;
import dev.heed.delivery.upload.Uploader;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events come in, batches go out. */
class DeliveryTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;

  @Test
  void aFullBatchIsSentAtOnce() {
    DeliveryQueue queue = fixture.open(3);
    offer(queue, 1, 2);
    assertThat(client.sent()).isEmpty();
    offer(queue, 3);
    assertThat(client.bodies()).containsExactly("[{\"n\":1},{\"n\":2},{\"n\":3}]");
    assertThat(fixture.heard.delivered()).containsExactly(event(1), event(2), event(3));
  }

  @Test
  void aBatchThatDoesNotBecomeFullIsSentAfterTheInterval() {
    DeliveryQueue queue = fixture.open(3);
    offer(queue, 1);
    fixture.time.advance(Duration.ofSeconds(4));
    offer(queue, 2);
    fixture.time.advance(Duration.ofSeconds(6).minusNanos(1));
    assertThat(client.sent()).isEmpty();
    fixture.time.advance(Duration.ofNanos(1));
    assertThat(client.bodies()).containsExactly("[{\"n\":1},{\"n\":2}]");
  }

  @Test
  void theIntervalStartsAnewWithEachBatch() {
    DeliveryQueue queue = fixture.open(2);
    offer(queue, 1);
    fixture.time.advance(Duration.ofSeconds(9));
    offer(queue, 2, 3);
    fixture.time.advance(Duration.ofSeconds(9));
    assertThat(client.sent()).hasSize(1);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.millis()).containsExactly(9_000L, 19_000L);
  }

  @Test
  void aFlushSendsWhatIsThere() {
    DeliveryQueue queue = fixture.open(100);
    offer(queue, 1, 5);
    FlushReport report = fixture.flush(queue, Duration.ofSeconds(1));
    assertThat(report).hasToString("5 delivered, 0 dropped, 0 pending");
    assertThat(report.isComplete()).isTrue();
    assertThat(client.sent()).hasSize(1);
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  void aFlushOfNothingSendsNothing() {
    DeliveryQueue queue = fixture.open();
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).isComplete()).isTrue();
    fixture.time.advance(Duration.ofMinutes(5));
    assertThat(client.sent()).isEmpty();
  }

  @Test
  @Tag("D6")
  @Tag("statement-54")
  void bytesAreCountedBeforeAnEventIsAdded() {
    DeliveryQueue queue =
        fixture.open(c -> c.maxBatchEvents(100).maxBatchBytes(34).maxEventBytes(20));
    String twelve = "\"日本-日\""; // three characters of three bytes, a dash, two quotes
    for (int i = 0; i < 5; i++) {
      assertThat(queue.offer(twelve).isAccepted()).isTrue();
    }
    fixture.flush(queue, Duration.ofSeconds(1));
    assertThat(client.bodies())
        .containsExactly("[\"日本-日\",\"日本-日\"]", "[\"日本-日\",\"日本-日\"]", "[\"日本-日\"]");
  }

  @Test
  @Tag("statement-35")
  void anEventThatDoesNotFitWhileAllPausesIsInTheNextBatch() {
    client.replies(Reply.status(429).retryAfter(60));
    DeliveryQueue queue = fixture.open(2);
    offer(queue, 1, 2);
    offer(queue, 3, 5);
    fixture.time.advance(Duration.ofMinutes(2));
    assertThat(client.sent()).extracting(Sent::events).containsExactly(2, 2, 2, 1);
    assertThat(fixture.heard.delivered()).hasSize(5);
  }

  @Test
  void oneUploadIsInFlightAtATimeAndBatchesGoInTheirOrder() {
    client.replies(
        Reply.ok().after(Duration.ofSeconds(3)), Reply.ok().after(Duration.ofSeconds(3)));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1, 12);
    assertThat(client.sent()).hasSize(1);
    fixture.time.advance(Duration.ofSeconds(3));
    assertThat(client.sent()).hasSize(2);
    fixture.time.advance(Duration.ofSeconds(3));
    assertThat(client.bodies()).hasSize(12).startsWith("[{\"n\":1}]").endsWith("[{\"n\":12}]");
  }

  @Test
  void aSingleEventFormatSendsEachEventByItself() {
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .uploader(
                    Uploader.to(QueueFixture.PLACE)
                        .format(BatchFormat.json())
                        .retryCountHeader("X-Retry-Count")
                        .build()));
    offer(queue, 1, 3);
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).delivered()).isEqualTo(3);
    assertThat(client.bodies()).containsExactly(event(1), event(2), event(3));
    assertThat(client.sent()).allMatch(sent -> sent.header("X-Retry-Count") == null);
  }

  @Test
  void anOfferTellsWhereTheEventStandsAndSoDoesItsOutcome() {
    DeliveryQueue queue = fixture.open(2);
    Offer first = queue.offer(event(1));
    Offer second = queue.offer(event(2));
    assertThat(List.of(first, second)).allMatch(Offer::isAccepted);
    assertThat(first).hasToString("accepted as 1.0");
    assertThat(fixture.heard.outcomes())
        .extracting(EventOutcome::id)
        .containsExactly(first.id().orElseThrow(), second.id().orElseThrow());
    assertThat(fixture.heard.outcomes().get(1))
        .hasToString("event 1.1 delivered: accepted")
        .extracting(EventOutcome::status)
        .hasToString("OptionalInt[200]");
  }

  @Test
  @Tag("D5")
  void whatIsNoJsonIsRejected() {
    DeliveryQueue queue = fixture.open();
    Offer offer = queue.offer("{\"n\":1");
    assertThat(offer.rejection()).contains(Rejection.INVALID);
    assertThat(offer)
        .hasToString(
            "rejected: the event cannot be sent: the end where a comma or } belongs, at byte 6");
    assertThat(queue.offer("").message()).isEqualTo("the event cannot be sent: it is empty");
    assertThat(queue.status().rejectedFor()).containsEntry(Rejection.INVALID, 2L);
    assertThat(queue.status().pending()).isZero();
  }

  @Test
  @Tag("D6")
  @Tag("statement-54")
  void anEventOfExactlyTheLimitIsAcceptedAndOneByteMoreIsNot() {
    DeliveryQueue queue = fixture.open(c -> c.maxEventBytes(10).maxBatchBytes(11));
    assertThat(queue.offer("\"12345678\"").isAccepted()).isTrue();
    Offer tooLarge = queue.offer("\"1234567é\"");
    assertThat(tooLarge.rejection()).contains(Rejection.TOO_LARGE);
    assertThat(tooLarge.message())
        .isEqualTo("an event of 11 bytes is larger than maxEventBytes, 10");
  }

  @Test
  void aPausedQueueAcceptsAndDoesNotSend() {
    DeliveryQueue queue = fixture.open(1);
    queue.pause();
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofHours(1));
    assertThat(client.sent()).isEmpty();
    assertThat(queue.status().isPaused()).isTrue();
    queue.resume();
    assertThat(client.sent()).hasSize(2);
  }

  @Test
  void theStatusCounts() {
    client.replies(Reply.status(400), Reply.status(503).retryAfter(60));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofSeconds(7));
    DeliveryStatus status = queue.status();
    assertThat(status)
        .hasToString(
            "1 events, 7 bytes, 1 batches pending for 7 s, paused until 2026-03-01T12:01:00Z; 2"
                + " accepted, 0 resumed, 0 delivered, dropped {REFUSED=1}, rejected {}, 2 uploads,"
                + " 1 pauses");
    assertThat(status.accepted())
        .isEqualTo(status.delivered() + status.dropped() + status.pending());
    assertThat(status.oldestAge()).hasSeconds(7);
    assertThat(status.pausedUntil()).contains(VirtualTime.START.plusSeconds(60));
  }

  @Test
  void theAgeIsThatOfTheOldestEventAlsoWhileItsBatchIsOpen() {
    DeliveryQueue queue = fixture.open(10);
    assertThat(queue.status().oldestAge()).isZero();
    offer(queue, 1);
    fixture.time.advance(Duration.ofSeconds(3));
    offer(queue, 2);
    assertThat(queue.status().oldestAge()).hasSeconds(3);
    assertThat(queue.status().pendingBatches()).isEqualTo(1);
    assertThat(queue.status().pendingBytes()).isEqualTo(14);
  }
}
