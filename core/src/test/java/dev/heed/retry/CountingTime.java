package dev.heed.retry;

import dev.heed.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.Executor;

/** Virtual time that counts how often its monotonic clock is read. */
final class CountingTime implements TimeSource {

  final VirtualTime clock;
  int readings;

  CountingTime(Executor executor) {
    clock = VirtualTime.on(executor);
  }

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public long nanoTime() {
    readings++;
    return clock.nanoTime();
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    return clock.schedule(deadline, task);
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    clock.sleepUntil(deadline);
  }

  @Override
  public double random() {
    return clock.random();
  }

  @Override
  public Executor executor() {
    return clock.executor();
  }
}
