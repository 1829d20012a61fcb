package dev.heed.conformance;

import dev.heed.conformance.wire.WireServer;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The threads of this process, and waiting for what they will do soon. */
final class Threads {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_AGAIN = 1_000_000;

  /** Where the threads of the JDK's pools wait for work. */
  private static final Set<String> IDLE = Set.of("getTask", "awaitWork");

  private Threads() {}

  /** The threads that belong neither to servers nor to callers of the suite. */
  static Set<Thread> ofClients() {
    return ofClients(stack -> true);
  }

  private static Set<Thread> ofClients(Predicate<StackTraceElement[]> wanted) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .filter(thread -> !thread.getName().startsWith(WireServer.THREADS))
        .filter(thread -> !thread.getName().startsWith(Call.THREADS))
        .collect(Collectors.toSet());
  }

  /** A pool keeps a thread for a while when it has no work for it. */
  private static boolean isBusy(StackTraceElement[] stack) {
    return Arrays.stream(stack).noneMatch(frame -> IDLE.contains(frame.getMethodName()));
  }

  /**
   * Waits until at most so many are left of those that were not there before. Others end meanwhile:
   * their number would hide as many new ones.
   */
  static void awaitAtMostNew(int most, Set<Thread> before, String what) {
    awaitAtMost(most, before, what + ", new threads", Threads::ofClients);
  }

  /** As {@link #awaitAtMostNew}, without those that are idle in a pool. */
  static void awaitAtMostBusy(int most, Set<Thread> before, String what) {
    awaitAtMost(most, before, what + ", busy new threads", () -> ofClients(Threads::isBusy));
  }

  private static void awaitAtMost(
      int most, Set<Thread> before, String what, Supplier<Set<Thread>> now) {
    LongSupplier count = () -> now.get().stream().filter(t -> !before.contains(t)).count();
    await(
        () -> count.getAsLong() <= most,
        () -> what + ": " + count.getAsLong() + ", at most " + most);
  }

  /** Waits for what another thread, or the machine, will make true soon. */
  static void await(BooleanSupplier condition, Supplier<String> otherwise) {
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
