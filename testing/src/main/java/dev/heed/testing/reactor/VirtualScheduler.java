package dev.heed.testing.reactor;

import dev.heed.testing.VirtualTime;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A Reactor scheduler on a clock that a test moves: {@code Mono.delay(wait,
 * VirtualScheduler.on(time))}. Tasks without a delay are handed to the executor of the clock at
 * once, the others when the clock has come to their time. Delayed tasks count as timers of the
 * clock, and a forgotten one is reported by it.
 *
 * <p>Safe for use by several threads.
 */
public final class VirtualScheduler implements Scheduler {

  private final VirtualTime time;
  private final Scheduler undelayed;
  private final Disposable.Composite workers = Disposables.composite();

  private VirtualScheduler(VirtualTime time) {
    this.time = time;
    // Tasks of one worker must not overlap, whatever executor the test gave to its clock.
    this.undelayed = Schedulers.fromExecutor(time.executor(), true);
  }

  /** A scheduler whose delays end when this clock says so. */
  public static VirtualScheduler on(VirtualTime time) {
    return new VirtualScheduler(time);
  }

  @Override
  public Disposable schedule(Runnable task) {
    return undelayed.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0 ? schedule(task) : alone(task, 0, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return alone(task, unit.toNanos(period), initialDelay, unit);
  }

  /** A delayed task on a worker that ends with it. */
  private Disposable alone(Runnable task, long period, long delay, TimeUnit unit) {
    VirtualWorker worker = newWorker();
    return worker.start(new Delayed(worker, task, period, true), delay, unit);
  }

  @Override
  public Worker createWorker() {
    return newWorker();
  }

  private VirtualWorker newWorker() {
    VirtualWorker worker = new VirtualWorker();
    if (!workers.add(worker)) {
      throw Exceptions.failWithRejected();
    }
    return worker;
  }

  /** The wall clock for milliseconds and coarser units, as of all schedulers; else the other. */
  @Override
  public long now(TimeUnit unit) {
    return unit.compareTo(TimeUnit.MILLISECONDS) >= 0
        ? unit.convert(time.now().toEpochMilli(), TimeUnit.MILLISECONDS)
        : unit.convert(time.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Takes all delayed tasks back and accepts no more. */
  @Override
  public void dispose() {
    workers.dispose();
    undelayed.dispose();
  }

  @Override
  public boolean isDisposed() {
    return workers.isDisposed();
  }

  private final class VirtualWorker implements Worker {

    private final Worker undelayedWorker = undelayed.createWorker();
    private final Disposable.Composite delayed = Disposables.composite();

    @Override
    public Disposable schedule(Runnable task) {
      return undelayedWorker.schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      return delay <= 0 ? schedule(task) : start(new Delayed(this, task, 0, false), delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return start(new Delayed(this, task, unit.toNanos(period), false), initialDelay, unit);
    }

    private Disposable start(Delayed task, long delay, TimeUnit unit) {
      if (!delayed.add(task)) {
        throw Exceptions.failWithRejected();
      }
      task.setFor(time.nanoTime() + Math.max(0, unit.toNanos(delay)));
      return task;
    }

    @Override
    public void dispose() {
      delayed.dispose();
      undelayedWorker.dispose();
      workers.remove(this);
    }

    @Override
    public boolean isDisposed() {
      return delayed.isDisposed();
    }
  }

  /** A task that waits for its time, again and again where it has a period. */
  private final class Delayed implements Runnable, Disposable {

    private final Disposable.Swap current = Disposables.swap();
    private final VirtualWorker worker;
    private final Runnable task;
    private final long period;
    private final boolean alone;
    private long deadline;

    private Delayed(VirtualWorker worker, Runnable task, long period, boolean alone) {
      this.worker = worker;
      this.task = task;
      this.period = period;
      this.alone = alone;
    }

    private void setFor(long next) {
      deadline = next;
      current.update(time.schedule(next, this)::cancel);
    }

    /** The time has come, on the executor of the clock. */
    @Override
    public void run() {
      if (!isDisposed()) {
        current.update(worker.schedule(this::runInTurn));
      }
    }

    private void runInTurn() {
      if (period > 0) {
        setFor(deadline + period);
      } else {
        worker.delayed.remove(this);
      }
      try {
        task.run();
      } finally {
        if (alone && period <= 0) {
          worker.dispose();
        }
      }
    }

    @Override
    public void dispose() {
      current.dispose();
      worker.delayed.remove(this);
      if (alone) {
        worker.dispose();
      }
    }

    @Override
    public boolean isDisposed() {
      return current.isDisposed();
    }

    /** Names the timer. */
    @Override
    public String toString() {
      return "a Reactor task, " + task.getClass().getSimpleName();
    }
  }
}
