package dev.heed.verify.delivery;

import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.Offer;
import dev.heed.delivery.WhenFull;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** A delivery queue on some store. */
final class HeedContestant implements Contestant {

  private final DeliveryQueue queue;

  HeedContestant(BatchStore store, URI uri) throws IOException {
    queue = queue(store, uri);
  }

  /** A queue with room for everything, and batches as large as the peer's. */
  static DeliveryQueue queue(BatchStore store, URI uri) throws IOException {
    return DeliveryQueue.builder("speed")
        .store(store)
        .uploader(Uploader.to(uri).build())
        .config(
            DeliveryConfig.builder()
                .maxBatchEvents(250)
                .maxEvents(1L << 40)
                .maxBytes(1L << 50)
                .maxBatches(1 << 30)
                .whenFull(WhenFull.reject())
                .build())
        .open();
  }

  @Override
  public void offer(long number) {
    Offer offer = queue.offer(Sink.event(number));
    if (!offer.isAccepted()) {
      throw new IllegalStateException(offer.toString());
    }
  }

  @Override
  public void flush() {
    var unused = queue.flushAsync(Duration.ofMinutes(5));
  }

  @Override
  public void close() {
    queue.close(Duration.ofSeconds(5));
  }
}
