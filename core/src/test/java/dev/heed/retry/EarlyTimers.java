package dev.heed.retry;

import dev.heed.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.Executor;

/** Timers that come a little before their time, as some do. */
final class EarlyTimers implements TimeSource {

  private final VirtualTime time;
  int woken;

  EarlyTimers(VirtualTime time) {
    this.time = time;
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    long left = deadline - time.nanoTime();
    return time.schedule(
        deadline - left / 10,
        () -> {
          woken++;
          task.run();
        });
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    time.sleepUntil(deadline);
  }

  @Override
  public double random() {
    return time.random();
  }

  @Override
  public Executor executor() {
    return time.executor();
  }
}
