package dev.heed.jdk;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The system's clocks, with the timers counted that are set, and the threads that sleep. */
final class CountingTime implements TimeSource {

  /** The limits of a drain are shorter, and the waits that tests look for are longer. */
  private static final long LONG = 1_000_000_000L;

  private final TimeSource system = TimeSource.system();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger longOnes = new AtomicInteger();
  private final AtomicLong longest = new AtomicLong();

  /** Waits until nothing is set and nobody sleeps: sooner than any limit of a test would pass. */
  void awaitNonePending() {
    long start = nanoTime();
    Eventually.holds("no timer is left", () -> pending.get() == 0);
    if (nanoTime() - start > LONG) {
      throw new AssertionError("a timer was not taken back but has run out");
    }
  }

  /** Waits until a call waits for more than a second. */
  void awaitLongWait() {
    Eventually.holds("a call waits for long", () -> longOnes.get() > 0);
  }

  /** The longest time for which a timer was set; zero when there was none. */
  Duration longestTimer() {
    return Duration.ofNanos(longest.get());
  }

  /** Counts a wait; what is returned ends it, once. */
  private Runnable begin(long deadline) {
    AtomicBoolean over = new AtomicBoolean();
    int far = deadline - nanoTime() > LONG ? 1 : 0;
    pending.incrementAndGet();
    longOnes.addAndGet(far);
    return () -> {
      if (over.compareAndSet(false, true)) {
        pending.decrementAndGet();
        longOnes.addAndGet(-far);
      }
    };
  }

  @Override
  public Instant now() {
    return system.now();
  }

  @Override
  public long nanoTime() {
    return system.nanoTime();
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    longest.accumulateAndGet(deadline - nanoTime(), Math::max);
    Runnable end = begin(deadline);
    Runnable last =
        () -> {
          end.run();
          task.run();
        };
    Timer timer = system.schedule(deadline, last);
    return () -> {
      end.run();
      timer.cancel();
    };
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    Runnable end = begin(deadline);
    try {
      system.sleepUntil(deadline);
    } finally {
      end.run();
    }
  }

  @Override
  public double random() {
    return system.random();
  }

  @Override
  public Executor executor() {
    return system.executor();
  }
}
