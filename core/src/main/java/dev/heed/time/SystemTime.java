package dev.heed.time;

import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The system's clocks. One daemon thread keeps the timers and does nothing but hand tasks over. */
final class SystemTime implements TimeSource {

  static final SystemTime INSTANCE = new SystemTime();

  /** Enough for stages that block for a while; calls that merely wait hold no thread at all. */
  private static final int MAX_THREADS = 64;

  private static final int IDLE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor timers;
  private final Executor executor;
  private final LimitThread limits;

  private SystemTime() {
    timers = new ScheduledThreadPoolExecutor(1, daemons("heed-timer"));
    // A cancelled limit must not stay in the queue until its time comes: most limits are cancelled.
    timers.setRemoveOnCancelPolicy(true);
    executor = elasticExecutor();
    limits = new LimitThread(executor, LimitThread.TICKS_BETWEEN_LOOKS);
  }

  /** Prefers an idle thread, then a new one up to the bound, then the queue. */
  private static Executor elasticExecutor() {
    HandOverQueue queue = new HandOverQueue();
    return new ThreadPoolExecutor(
        0,
        MAX_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        daemons("heed-call"),
        (task, pool) -> queue.put(task));
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Timer schedule(long deadline, Runnable task) {
    Future<?> scheduled =
        timers.schedule(
            () -> executor.execute(task), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public Timer scheduleLimit(long deadline, Runnable task) {
    return limits.add(deadline, task);
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    for (; ; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting");
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      // parkNanos may return for no reason, so the clock is read again.
      LockSupport.parkNanos(this, left);
    }
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  @Override
  public Executor executor() {
    return executor;
  }

  /** Refuses a task that no thread is waiting for, which makes the pool start another thread. */
  private static final class HandOverQueue extends LinkedTransferQueue<Runnable> {

    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }
  }
}
