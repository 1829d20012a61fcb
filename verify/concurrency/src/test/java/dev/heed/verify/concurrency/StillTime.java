package dev.heed.verify.concurrency;

import dev.heed.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.Executor;

/** A clock that stands still. Timers do not run; what is woken runs on the thread that wakes it. */
public final class StillTime implements TimeSource {

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    return () -> {};
  }

  @Override
  public void sleepUntil(long deadline) {}

  @Override
  public double random() {
    return 0.5;
  }

  @Override
  public Executor executor() {
    return Runnable::run;
  }
}
