package dev.heed.jdk;

import dev.heed.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The system's clocks, with the timers counted that are still set. */
final class CountingTime implements TimeSource {

  private final TimeSource system = TimeSource.system();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger scheduled = new AtomicInteger();

  int pending() {
    return pending.get();
  }

  /** Waits until some timer is set. */
  void awaitPending() {
    Eventually.holds("a timer is set", () -> pending.get() > 0);
  }

  int scheduled() {
    return scheduled.get();
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
    AtomicBoolean over = new AtomicBoolean();
    pending.incrementAndGet();
    scheduled.incrementAndGet();
    Runnable end =
        () -> {
          if (over.compareAndSet(false, true)) {
            pending.decrementAndGet();
          }
        };
    Timer timer =
        system.schedule(
            deadline,
            () -> {
              end.run();
              task.run();
            });
    return () -> {
      end.run();
      timer.cancel();
    };
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    pending.incrementAndGet();
    try {
      system.sleepUntil(deadline);
    } finally {
      pending.decrementAndGet();
    }
  }

  @Override
  public double random() {
    return 1;
  }

  @Override
  public Executor executor() {
    return system.executor();
  }
}
