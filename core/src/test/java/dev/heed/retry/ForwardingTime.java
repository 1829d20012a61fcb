package dev.heed.retry;

import dev.heed.testing.VirtualTime;
import dev.heed.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.Executor;

/** Virtual time of which a test changes a part. */
abstract class ForwardingTime implements TimeSource {

  private final VirtualTime time;

  ForwardingTime(VirtualTime time) {
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
    return time.schedule(deadline, task);
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
