package dev.heed.time;

import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/**
 * The seam for time and chance: everything Heed knows of clocks, timers, sleeping and randomness
 * comes through here, so that a test can drive all of it.
 *
 * <p>Implementations are safe for use by several threads.
 */
public interface TimeSource {

  /** The wall clock. Only used to compare with absolute times that a server names. */
  Instant now();

  /**
   * The monotonic clock, in nanoseconds from an arbitrary origin. All waits and limits are measured
   * on it. Compare two readings by their difference only.
   */
  long nanoTime();

  /**
   * Runs a task on {@link #executor()} once the monotonic clock has reached {@code deadline}. The
   * task may run late, and an implementation may wake it early: callers read the clock again.
   *
   * @param deadline a reading of {@link #nanoTime()}
   * @param task what to run
   * @return a handle that takes the task back
   */
  Timer schedule(long deadline, Runnable task);

  /**
   * As {@link #schedule}, for a time limit: a task that is nearly always taken back before its time
   * comes. It may be some 10 ms later than another timer, which makes it cheaper to set and to take
   * back. By default it is no different.
   *
   * @param deadline a reading of {@link #nanoTime()}
   * @param task what to run
   * @return a handle that takes the task back
   */
  default Timer scheduleLimit(long deadline, Runnable task) {
    return schedule(deadline, task);
  }

  /**
   * Blocks the calling thread until the monotonic clock has reached {@code deadline}. Returns at
   * once when it already has; never returns early.
   *
   * @throws InterruptedException at once when the thread is interrupted
   */
  void sleepUntil(long deadline) throws InterruptedException;

  /**
   * Blocks the calling thread until a future has completed, however it did. An implementation that
   * a test drives may move the time meanwhile. By default it waits for the future alone.
   *
   * @throws InterruptedException at once when the thread is interrupted
   */
  default void await(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException | CancellationException e) {
      // How it completed is the caller's to see.
      return;
    }
  }

  /** A random number, at least 0 and below 1. */
  double random();

  /** Runs calls that wake up. Never the common pool and never the thread that keeps the timers. */
  Executor executor();

  /** A scheduled task that can be taken back. */
  interface Timer {

    /** Takes the task back if it has not started; has no effect otherwise. */
    void cancel();
  }

  /** The clocks of this machine, one timer thread, and an executor of daemon threads. */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }
}
