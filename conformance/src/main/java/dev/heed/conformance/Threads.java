package dev.heed.conformance;

import dev.heed.conformance.wire.WireServer;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The threads of this process, and waiting for what they will do soon. */
final class Threads {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_AGAIN = 1_000_000;

  private Threads() {}

  /** How many threads there are that belong neither to servers nor to callers of the suite. */
  static int ofClients() {
    return clients().size();
  }

  /** The threads that belong neither to servers nor to callers of the suite. */
  static Set<Thread> clients() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith(WireServer.THREADS))
        .filter(thread -> !thread.getName().startsWith(Call.THREADS))
        .collect(Collectors.toSet());
  }

  /**
   * Waits until at most so many are left of those that were not there before. Others end meanwhile:
   * their number would hide as many new ones.
   */
  static void awaitAtMostNew(int most, Set<Thread> before, String what) {
    await(
        () -> newOnes(before) <= most,
        () -> what + ": " + newOnes(before) + " new ones, at most " + most);
  }

  private static long newOnes(Set<Thread> before) {
    return clients().stream().filter(thread -> !before.contains(thread)).count();
  }

  /** Waits until there are at most so many. */
  static void awaitAtMost(int most, String what) {
    await(() -> ofClients() <= most, () -> what + ": " + ofClients() + ", at most " + most);
  }

  /** Waits for what another thread, or the machine, will make true soon. */
  static void await(BooleanSupplier condition, java.util.function.Supplier<String> otherwise) {
    TimeSource time = TimeSource.system();
    long end = time.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (time.nanoTime() - end > 0) {
        throw new AssertionError(otherwise.get());
      }
      try {
        time.sleepUntil(time.nanoTime() + LOOK_AGAIN);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted, waiting for: " + otherwise.get(), e);
      }
    }
  }
}
