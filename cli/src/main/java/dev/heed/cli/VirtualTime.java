package dev.heed.cli;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;

/** Time that passes only when somebody waits, without chance. For one thread. */
final class VirtualTime implements TimeSource {

  private final Instant start;
  private long nanos;

  VirtualTime(Instant start) {
    this.start = start;
  }

  void advance(Duration duration) {
    nanos += duration.toNanos();
  }

  @Override
  public Instant now() {
    return start.plusNanos(nanos);
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void sleepUntil(long deadline) {
    nanos = Math.max(nanos, deadline);
  }

  @Override
  public double random() {
    return 0.5;
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    throw new UnsupportedOperationException("a play keeps no timers");
  }

  @Override
  public Executor executor() {
    throw new UnsupportedOperationException("a play has one thread");
  }
}
