package dev.heed.jdk;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread, or the machine, will make true soon. */
final class Eventually {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Eventually() {}

  static void holds(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("never came: " + what);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
