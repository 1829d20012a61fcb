package dev.heed.delivery;

import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.upload.Uploader;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A queue on a virtual clock whose server is a script. Everything happens on the test's thread. */
final class QueueFixture {

  static final URI PLACE = URI.create("https://events.example/batch");

  final VirtualTime time = new VirtualTime();
  final ScriptedClient client = new ScriptedClient(time);
  final Recorder heard = new Recorder();

  /** Without jitter, so that waits are exact. */
  static HttpConfig.Builder exact() {
    return HttpConfig.builder().backoff(b -> b.jitterPercent(0));
  }

  DeliveryQueueBuilder builder() {
    return DeliveryQueue.builder("tests")
        .uploader(Uploader.to(PLACE).retryCountHeader("X-Retry-Count").build())
        .httpConfig(exact().build())
        .client(client)
        .listener(heard)
        .time(time);
  }

  DeliveryQueue open() {
    return open(builder());
  }

  /** A queue with small batches. */
  DeliveryQueue open(int maxBatchEvents) {
    return open(builder().config(DeliveryConfig.builder().maxBatchEvents(maxBatchEvents).build()));
  }

  DeliveryQueue open(Consumer<DeliveryConfig.Builder> settings) {
    DeliveryConfig.Builder config = DeliveryConfig.builder().maxBatchEvents(1);
    settings.accept(config);
    return open(builder().config(config.build()));
  }

  static DeliveryQueue open(DeliveryQueueBuilder builder) {
    try {
      return builder.open();
    } catch (IOException e) {
      throw new AssertionError("a store in memory opens", e);
    }
  }

  /** Offers an event that nothing stands in the way of, and gives its text. */
  static String offer(DeliveryQueue queue, int number) {
    String event = event(number);
    Offer offer = queue.offer(event);
    if (!offer.isAccepted()) {
      throw new AssertionError(offer.message());
    }
    return event;
  }

  static void offer(DeliveryQueue queue, int first, int last) {
    for (int number = first; number <= last; number++) {
      var unused = offer(queue, number);
    }
  }

  static String event(int number) {
    return "{\"n\":" + number + "}";
  }

  FlushReport flush(DeliveryQueue queue, Duration timeout) {
    return run(queue.flushAsync(timeout));
  }

  FlushReport close(DeliveryQueue queue, Duration timeout) {
    return run(queue.closeAsync(timeout));
  }

  private FlushReport run(CompletableFuture<FlushReport> future) {
    time.advanceUntil(future::isDone);
    return future.join();
  }
}
