package dev.heed.verify.delivery;

import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.DirectoryStore;
import dev.heed.delivery.store.Sync;
import java.nio.file.Path;
import java.time.Duration;

/** The stores that are measured. */
final class Stores {

  private Stores() {}

  /** On disk, and forced to it once a second, as by default. */
  static BatchStore interval(Path folder) {
    return DirectoryStore.builder(folder).sync(Sync.every(Duration.ofSeconds(1))).build();
  }

  /** On disk, and forced to it whenever a batch is closed. */
  static BatchStore closing(Path folder) {
    return DirectoryStore.builder(folder).sync(Sync.eachBatch()).build();
  }

  /** In memory, as the peer does it. */
  static BatchStore memory() {
    return BatchStore.inMemory();
  }
}
