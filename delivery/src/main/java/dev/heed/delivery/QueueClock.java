package dev.heed.delivery;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * The queue's own clock: it shows the wall clock's time when the queue is opened, and from then on
 * runs on the monotonic clock, so that nobody who turns the wall clock shortens or lengthens a
 * wait.
 */
final class QueueClock {

  private final TimeSource time;
  private final Instant start;
  private final long startNanos;

  QueueClock(TimeSource time) {
    this.time = time;
    this.start = time.now();
    this.startNanos = time.nanoTime();
  }

  /** The time on this clock. */
  Instant now() {
    return start.plusNanos(time.nanoTime() - startNanos);
  }

  /** The wall clock: for what people and servers read, not for waits. */
  Instant wall() {
    return time.now();
  }

  /** A time of this clock as the wall clock will show it, unless somebody turns it. */
  Instant onWall(Instant instant) {
    return wall().plus(Duration.between(now(), instant));
  }

  double chance() {
    return time.random();
  }

  /** Runs a task now, on another thread. */
  void execute(Runnable task) {
    time.executor().execute(task);
  }

  /** Runs a task at a time of this clock, or as soon as possible when it has passed. */
  TimeSource.Timer at(Instant instant, Runnable task) {
    return time.schedule(startNanos + Duration.between(start, instant).toNanos(), task);
  }
}
