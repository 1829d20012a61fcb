package dev.heed.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.Offer;
import dev.heed.delivery.WhenFull;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.DirectoryStore;
import dev.heed.segment.Identity;
import dev.heed.segment.SegmentClient;
import dev.heed.segment.SegmentEvent;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that docs/segment.md shows. */
@Tag("D8")
final class SegmentGuideTest {

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);
  private final List<String> alarms = new ArrayList<>();

  @Test
  void eventsAreOfferedAndDelivered() throws Exception {
    stub.on(Route.post("/v1/batch"), Reply.status(200));
    SegmentClient client = SegmentClient.builder("key").client(stub).time(time).open();
    // snippet: segment-offer
    Offer offer =
        client.offer(
            SegmentEvent.track(Identity.user("7"), "Order Completed")
                .property("total", 39.95)
                .property("items", List.of("tea", "milk")));
    if (!offer.isAccepted()) {
      alarms.add(offer.message()); // too large, no room, disk full, closed
    }
    FlushReport sent = client.flush(Duration.ofSeconds(5)); // 1 delivered, 0 dropped, 0 pending
    client.close(Duration.ofSeconds(10)); // in time, whatever the service does
    // end

    assertThat(sent).hasToString("1 delivered, 0 dropped, 0 pending");
    assertThat(alarms).isEmpty();
  }

  @Test
  void thereAreSixKindsOfEvents() throws Exception {
    stub.on(Route.post("/v1/batch"), Reply.status(200));
    SegmentClient client = SegmentClient.builder("key").client(stub).time(time).open();
    // snippet: segment-events
    Identity who = Identity.user("7").withAnonymousId("cookie-99");
    client.offer(SegmentEvent.identify(who).trait("plan", "free"));
    client.offer(SegmentEvent.track(who, "Signed In").context("ip", "192.0.2.1"));
    client.offer(SegmentEvent.page(who).name("Home").property("url", "https://example.com/"));
    client.offer(SegmentEvent.screen(Identity.anonymous("device-5")).name("Start"));
    client.offer(SegmentEvent.group(who, "acme").trait("seats", 12));
    client.offer(SegmentEvent.alias("cookie-99", "7"));
    client.offer(SegmentEvent.json("{\"type\":\"track\",\"userId\":\"7\",\"event\":\"Imported\"}"));
    // end

    assertThat(client.flush(Duration.ofSeconds(5)).delivered()).isEqualTo(7);
  }

  @Test
  void everythingCanBeChosen(@TempDir Path folder) throws Exception {
    Path directory = folder.resolve("events");
    stub.on(Route.get("/v1/projects/key/settings"), Reply.json("{}"));
    stub.on(Route.post("/v1/batch"), Reply.status(400));
    String writeKey = "key";
    DeliveryListener listener = alarming();
    // snippet: segment-builder
    SegmentClient client =
        SegmentClient.builder(writeKey)
            .directory(directory) // for this client alone
            .host(URI.create("https://events.eu1.segmentapis.com"))
            .queue(
                queue ->
                    queue
                        .maxBytes(1L << 30) // of the disk
                        .maxBatchEvents(100)
                        .flushInterval(Duration.ofSeconds(5))
                        .whenFull(WhenFull.block(Duration.ofSeconds(1))))
            .httpConfig(HttpConfig.builder().backoff(b -> b.maxRetryCount(20)).build())
            .gzip(true)
            .fetchSettings() // what they say of retries and of the host replaces what is said here
            .listener(listener)
            .client(stub)
            .time(time)
            .open();
    // end

    client.offer(SegmentEvent.alias("a", "b"));
    assertThat(client.flush(Duration.ofSeconds(5)).dropped()).isEqualTo(1);
    assertThat(alarms).hasSize(1);
    assertThat(DirectoryStore.deadLetterFile(directory)).isNotEmptyFile();
    client.close(Duration.ofSeconds(1));
    stub.verifyAllCalled();
  }

  private DeliveryListener alarming() {
    return new DeliveryListener() {
      @Override
      public void settled(EventOutcome outcome) {
        outcome.reason().ifPresent(reason -> alarms.add(reason + ": " + outcome.why()));
      }
    };
  }

  @Test
  void retriesCanBeSwitchedOff() throws Exception {
    stub.on(Route.post("/v1/batch"), Reply.status(400));
    String writeKey = "key";
    // snippet: segment-no-retries
    HttpConfig off =
        HttpConfig.builder()
            .rateLimit(rateLimit -> rateLimit.enabled(false))
            .backoff(backoff -> backoff.enabled(false))
            .build();
    SegmentClient client =
        SegmentClient.builder(writeKey).httpConfig(off).client(stub).time(time).open();
    // end

    client.offer(SegmentEvent.alias("a", "b"));
    assertThat(client.flush(Duration.ofSeconds(5)).dropped()).isEqualTo(1);
  }

  @Test
  void testsNeedNoWaiting() throws Exception {
    // snippet: segment-tests
    stub.on(Route.post("/v1/batch"), RetryReply.after(Duration.ofSeconds(20)), Reply.status(200));
    SegmentClient client = SegmentClient.builder("key").client(stub).time(time).open();

    client.offer(SegmentEvent.track(Identity.user("7"), "Signed In"));
    CompletableFuture<FlushReport> flushed = client.flushAsync(Duration.ofMinutes(1));
    time.advanceUntil(flushed::isDone);

    assertThat(flushed.join().delivered()).isEqualTo(1);
    assertThat(stub.request(2).header("X-Retry-Count")).contains("1");
    // end
  }
}
