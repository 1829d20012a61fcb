package dev.heed.delivery.store;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs a task an interval after something was written, and not while nothing is. */
final class Ticker {

  private final TimeSource time;
  private final @Nullable Duration interval;
  private final Runnable task;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean stopped;
  private volatile TimeSource.@Nullable Timer timer;

  /**
   * Not running yet.
   *
   * @param interval null when the task is never to run
   */
  Ticker(TimeSource time, @Nullable Duration interval, Runnable task) {
    this.time = time;
    this.interval = interval;
    this.task = task;
  }

  /** Something was written. Called for each event. */
  void start() {
    Duration after = interval;
    if (after != null && !stopped && !running.get() && running.compareAndSet(false, true)) {
      timer = time.schedule(time.nanoTime() + after.toNanos(), this::tick);
    }
  }

  private void tick() {
    running.set(false);
    if (!stopped) {
      task.run();
    }
  }

  void stop() {
    stopped = true;
    TimeSource.Timer last = timer;
    if (last != null) {
      last.cancel();
    }
  }
}
