package dev.heed.verify.crash;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Stops a process at a point, for good: it says so over the pipe, and its parent kills it. */
final class Halting {

  private final @Nullable Point where;
  private final int times;
  private final Pipe pipe;
  private volatile boolean opening;
  private final AtomicInteger reached = new AtomicInteger();

  /**
   * Stops at a point.
   *
   * @param where null for nowhere
   * @param times at the how manieth time, from 1
   */
  Halting(@Nullable Point where, int times, Pipe pipe) {
    this.where = where;
    this.times = times;
    this.pipe = pipe;
  }

  /** Whether a store is being opened just now. */
  boolean isOpening() {
    return opening;
  }

  void opening(boolean now) {
    opening = now;
  }

  /** A way to the parent. */
  interface Pipe {
    void say(String line);
  }

  /** Whether the next time at this point is the one: something has to be done by halves before. */
  boolean isNext(Point point) {
    return point == where && reached.get() + 1 == times;
  }

  /** The process is at a point. Returns unless it is the one to stop at. */
  void at(Point point) {
    if (point != where || reached.incrementAndGet() != times) {
      return;
    }
    pipe.say("point " + point);
    for (; ; ) {
      // No interrupt and no signal lets this thread go on: the next thing is the end.
      LockSupport.park(this);
    }
  }
}
