package dev.heed.verify.crash;

import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.DirectoryStore;
import dev.heed.delivery.store.Sync;
import java.time.Duration;
import java.util.List;

/** The stores that a child can be told to have: a good one, and two that must be found out. */
final class Stores {

  /** When the file store is told to force events to the disk. */
  static final List<String> MODES = List.of("event", "interval", "batch");

  private Stores() {}

  static BatchStore of(Setup setup, Halting halting, Trouble trouble) {
    return switch (setup.text("store", "file")) {
      case "memory" -> BatchStore.inMemory();
      case "clinging" -> new ClingingStore(BatchStore.inMemory());
      default -> file(setup, halting, trouble);
    };
  }

  private static BatchStore file(Setup setup, Halting halting, Trouble trouble) {
    ProvingFiles files = new ProvingFiles(halting, trouble);
    return DirectoryStore.builder(setup.folder())
        .sync(sync(setup.text("sync", "")))
        .files(files)
        .build();
  }

  private static Sync sync(String mode) {
    return switch (mode) {
      case "event" -> Sync.eachEvent();
      case "batch" -> Sync.eachBatch();
      default -> Sync.every(Duration.ofMillis(50));
    };
  }
}
