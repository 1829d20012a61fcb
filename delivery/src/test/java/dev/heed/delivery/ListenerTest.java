package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.upload.BatchFormat;
import dev.heed.delivery.upload.UploadBatch;
import dev.heed.delivery.upload.Uploader;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who listens learns each outcome once, and can do no harm. */
@Tag("D4")
class ListenerTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;

  @Test
  @Tag("statement-39")
  @Tag("statement-46")
  void eachEventHasOneOutcomeHoweverOftenItWasSent() {
    client.replies(
        Reply.status(500), Reply.status(429).retryAfter(1), Reply.status(400), Reply.status(503));
    offer(fixture.open(2), 1, 20);
    fixture.time.advance(Duration.ofMinutes(5));
    assertThat(heard.counts().values()).containsOnly(1).hasSize(20);
    assertThat(heard.dropped()).hasSize(2);
  }

  @Test
  @Tag("statement-58")
  void aListenerThatThrowsStopsNothing() {
    DeliveryListener throwing =
        new DeliveryListener() {
          @Override
          public void settled(EventOutcome outcome) {
            throw new IllegalStateException("oops");
          }

          @Override
          public void uploaded(UploadReport report) {
            throw new AssertionError("oops");
          }
        };
    client.replies(Reply.status(503));
    DeliveryQueue queue = QueueFixture.open(fixture.builder().listener(throwing));
    offer(queue, 1, 3);
    assertThat(fixture.flush(queue, Duration.ofSeconds(1)).delivered()).isEqualTo(3);
    assertThat(heard.delivered()).hasSize(3);
  }

  @Test
  void aListenerMayOfferEvents() {
    DeliveryQueue[] queue = new DeliveryQueue[1];
    DeliveryListener offers =
        new DeliveryListener() {
          @Override
          public void settled(EventOutcome outcome) {
            if (Recorder.text(outcome).equals(event(1))) {
              offer(queue[0], 2);
            }
          }
        };
    queue[0] =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(1).build())
                .listener(offers));
    offer(queue[0], 1);
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
  }

  @Test
  void eachUploadIsReportedWithWhatFollows() {
    client.replies(
        Reply.status(503).after(Duration.ofMillis(40)),
        Reply.status(429).retryAfter(3),
        Reply.ok());
    offer(fixture.open(1), 1);
    fixture.time.advance(Duration.ofSeconds(5));
    assertThat(heard.uploads())
        .extracting(UploadReport::verdict)
        .containsExactly("503 backs off for 500 ms", "429 pauses for 3 s", "accepted");
    UploadReport first = heard.uploads().get(0);
    assertThat(first.took()).hasMillis(40);
    assertThat(first.status()).hasValue(503);
    assertThat(first.again()).isPresent();
    assertThat(first.batch()).isEqualTo(1);
    assertThat(heard.uploads().get(2).attempt()).isEqualTo(3);
    assertThat(heard.uploads().get(2).events()).isEqualTo(1);
  }

  @Test
  void anUploaderThatThrowsDelaysTheBatch() {
    Uploader usual = Uploader.to(QueueFixture.PLACE).build();
    int[] calls = {0};
    Uploader faulty =
        new Uploader() {
          @Override
          public HttpRequest request(UploadBatch batch) {
            if (calls[0]++ < 2) {
              throw new NoClassDefFoundError("oops");
            }
            return usual.request(batch);
          }

          @Override
          public int maxEvents() {
            throw new IllegalStateException("oops");
          }
        };
    DeliveryQueue queue = QueueFixture.open(fixture.builder().uploader(faulty));
    offer(queue, 1);
    assertThat(fixture.flush(queue, Duration.ofSeconds(5)).delivered()).isEqualTo(1);
    assertThat(client.millis()).containsExactly(1500L);
    assertThat(heard.troubles())
        .contains(
            "batch 1, attempt 1 (1 events) could not be made into a request; it is tried again",
            "the uploader did not say how many events it takes; it gets one");
  }

  @Test
  void anUploaderThatCannotCheckAnEventRejectsIt() {
    Uploader faulty =
        new Uploader() {
          @Override
          public HttpRequest request(UploadBatch batch) {
            throw new IllegalStateException("never asked");
          }

          @Override
          public Optional<String> flaw(byte[] event) {
            throw new IllegalStateException("oops");
          }
        };
    DeliveryQueue queue = QueueFixture.open(fixture.builder().uploader(faulty));
    assertThat(queue.offer(event(1)).rejection()).contains(Rejection.INVALID);
  }

  @Test
  void aFormatOfOnesOwnIsAnUploader() {
    BatchFormat text =
        new BatchFormat() {
          @Override
          public String contentType() {
            return "text/plain";
          }

          @Override
          public byte[] body(UploadBatch batch) {
            return (batch.sentAt() + " " + batch.events().size()).getBytes(StandardCharsets.UTF_8);
          }
        };
    Uploader uploader = Uploader.to(QueueFixture.PLACE).format(text).build();
    DeliveryQueue queue = QueueFixture.open(fixture.builder().uploader(uploader));
    client.replies(Reply.status(503));
    offer(queue, 1, 2);
    fixture.flush(queue, Duration.ofSeconds(1));
    assertThat(client.bodies())
        .containsExactly("2026-03-01T12:00:00Z 2", "2026-03-01T12:00:00.500Z 2");
    assertThat(client.sent().get(0).header("Content-Type")).isEqualTo("text/plain");
  }

  @Test
  void outcomesComeInTheOrderInWhichTheyAreDecided() {
    List<String> order = new ArrayList<>();
    DeliveryListener listener =
        new DeliveryListener() {
          @Override
          public void settled(EventOutcome outcome) {
            order.add(outcome.id().toString());
          }
        };
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(2).build())
                .listener(listener));
    offer(queue, 1, 4);
    assertThat(order).containsExactly("1.0", "1.1", "2.0", "2.1");
  }
}
