package dev.heed.verify.crash;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;

/** The system's time with a wall clock that somebody has turned, and may turn again. */
final class ShiftedTime implements TimeSource {

  private final TimeSource system = TimeSource.system();
  private volatile Duration shift;

  ShiftedTime(Duration shift) {
    this.shift = shift;
  }

  void turn(Duration other) {
    shift = other;
  }

  @Override
  public Instant now() {
    return system.now().plus(shift);
  }

  @Override
  public long nanoTime() {
    return system.nanoTime();
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    return system.schedule(deadline, task);
  }

  @Override
  public Timer scheduleLimit(long deadline, Runnable task) {
    return system.scheduleLimit(deadline, task);
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    system.sleepUntil(deadline);
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
