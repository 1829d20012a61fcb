package dev.heed.verify.crash;

import dev.heed.delivery.store.BatchStore;
import java.util.List;

/** The stores that a child can be told to have: a good one, and two that must be found out. */
final class Stores {

  /** How the file store may be told to write. */
  static final List<String> MODES = List.of("each", "interval", "close");

  private Stores() {}

  static BatchStore of(Setup setup, Halting halting, Trouble trouble) {
    return switch (setup.text("store", "file")) {
      case "memory" -> BatchStore.inMemory();
      case "clinging" -> new ClingingStore(BatchStore.inMemory());
      default -> throw new IllegalArgumentException("no such store: " + setup);
    };
  }
}
