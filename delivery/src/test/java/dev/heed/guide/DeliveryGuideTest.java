package dev.heed.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Stages;
import dev.heed.delivery.DeadLetter;
import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.Offer;
import dev.heed.delivery.WhenFull;
import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.StoreView;
import dev.heed.delivery.upload.BatchFormat;
import dev.heed.delivery.upload.ItemReader;
import dev.heed.delivery.upload.Uploader;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that docs/delivery.md shows. */
final class DeliveryGuideTest {

  private static final URI PLACE = URI.create("https://events.example.com/v1/batch");

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);
  private final List<String> alarms = new ArrayList<>();

  @Test
  @Tag("D7")
  void eventsAreOfferedAndDelivered() throws Exception {
    stub.on(Route.post("/v1/batch"), Reply.status(204));
    DeliveryQueue queue =
        DeliveryQueue.builder("audit")
            .uploader(Uploader.to(PLACE).build())
            .client(stub)
            .time(time)
            .open();
    // snippet: delivery-offer
    Offer offer = queue.offer("{\"event\":\"signed in\",\"user\":7}");
    if (!offer.isAccepted()) {
      alarms.add(offer.message()); // no JSON, too large, queue full, disk full, closed
    }
    FlushReport sent = queue.flush(Duration.ofSeconds(5)); // 1 delivered, 0 dropped, 0 pending
    queue.close(Duration.ofSeconds(10)); // in time, whatever the server does
    // end

    assertThat(sent).hasToString("1 delivered, 0 dropped, 0 pending");
    assertThat(alarms).isEmpty();
  }

  @Test
  @Tag("D6")
  void eventsWaitInADirectory(@TempDir Path directory) throws Exception {
    // snippet: delivery-directory
    DeliveryQueue queue =
        DeliveryQueue.builder("audit")
            .uploader(Uploader.to(PLACE).build())
            .directory(directory) // for this queue alone
            .client(stub)
            .time(time)
            .open();
    // end

    assertThat(queue.offer("{}").isAccepted()).isTrue();
    queue.close(Duration.ZERO);
    assertThat(StoreView.open(directory).size().events()).isEqualTo(1);
  }

  @Test
  @Tag("D6")
  void everythingCanBeChosen(@TempDir Path folder) throws Exception {
    Path deadLetters = folder.resolve("refused.ndjson");
    stub.on(
        Route.post("/v1/batch"), Reply.status(403), Reply.json("{\"items\":[{\"status\":400}]}"));
    // snippet: delivery-queue
    DeliveryQueue queue =
        DeliveryQueue.builder("audit")
            .uploader(
                Uploader.to(URI.create("https://events.example.com/v1/batch"))
                    .format(BatchFormat.ndjson())
                    .items(ItemReader.json("/items", "/status")) // a status for each event
                    .build())
            .stage(Stages.bearer(() -> "the token of the moment"))
            .config(
                DeliveryConfig.builder()
                    .maxBatchEvents(500)
                    .maxBytes(1L << 30)
                    .whenFull(WhenFull.block(Duration.ofSeconds(2)))
                    .build())
            .httpConfig(
                HttpConfig.builder()
                    .backoff(b -> b.statusCodeOverride(403, Behavior.KEEP)) // a key has expired
                    .build())
            .deadLetter(DeadLetter.file(deadLetters))
            .client(stub)
            .time(time)
            .open();
    // end
    assertThat(queue.offer("{\"n\":1}").isAccepted()).isTrue();
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofMinutes(1));
    time.advanceUntil(flushed::isDone);

    assertThat(flushed.join()).hasToString("0 delivered, 1 dropped, 0 pending");
    assertThat(stub.request(2).header("Authorization")).contains("Bearer the token of the moment");
  }

  @Test
  @Tag("D10")
  void aDeadLetterIsReplayed(@TempDir Path folder) throws Exception {
    Path deadLetters = Files.writeString(folder.resolve("d.ndjson"), "{\"event\":{\"n\":1}}\n");
    DeliveryQueue queue =
        DeliveryQueue.builder("audit")
            .uploader(Uploader.to(PLACE).build())
            .client(stub)
            .time(time)
            .open();
    // snippet: delivery-replay
    long again = queue.replay(deadLetters);
    // end

    assertThat(again).isEqualTo(1);
    assertThat(deadLetters).doesNotExist();
  }

  @Test
  @Tag("D4")
  void aListenerLearnsEachOutcomeOnce() throws Exception {
    stub.on(Route.post("/v1/batch"), Reply.status(400));
    // snippet: delivery-listener
    DeliveryListener listener =
        new DeliveryListener() {
          @Override
          public void settled(EventOutcome outcome) {
            outcome.reason().ifPresent(reason -> alarms.add(reason + ": " + outcome.why()));
          }

          @Override
          public void trouble(String what, Throwable failure) {
            alarms.add(what);
          }
        };
    // end
    DeliveryQueue queue =
        DeliveryQueue.builder("audit")
            .uploader(Uploader.to(PLACE).build())
            .listener(listener)
            .client(stub)
            .time(time)
            .open();
    assertThat(queue.offer("{}").isAccepted()).isTrue();
    queue.close();

    assertThat(alarms)
        .containsExactly("REFUSED: 400 is not retried (backoffConfig.statusCodeOverrides)");
  }

  @Test
  @Tag("D1")
  void aQueueIsTestedWithoutWaiting() throws Exception {
    // snippet: delivery-tests
    stub.on(Route.post("/v1/batch"), RetryReply.after(Duration.ofSeconds(20)), Reply.status(204));
    DeliveryQueue queue =
        DeliveryQueue.builder("test")
            .uploader(Uploader.to(PLACE).build())
            .client(stub)
            .time(time)
            .open();

    queue.offer("{\"n\":1}");
    CompletableFuture<FlushReport> flushed = queue.flushAsync(Duration.ofMinutes(1));
    time.advanceUntil(flushed::isDone);

    assertThat(flushed.join().delivered()).isEqualTo(1);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(20));
    // end
  }
}
