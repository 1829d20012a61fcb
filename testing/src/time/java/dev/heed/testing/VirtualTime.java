package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that a test moves. Due timers run in order of their deadlines, and a thread that sleeps
 * either moves the clock itself (the default: a blocking call then runs to its end on the thread of
 * the test) or waits until another thread moves it.
 *
 * <p>The monotonic clock starts one second before the largest long, so that every test shows that
 * readings are compared by their difference.
 */
public final class VirtualTime implements TimeSource {

  /** The wall clock at the start. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static final long FIRST = Long.MAX_VALUE - 1_000_000_000L;
  private static final long PATIENCE_SECONDS = 20;

  private final PriorityQueue<Task> timers =
      new PriorityQueue<>(
          (a, b) -> {
            long sooner = a.deadline - b.deadline;
            return sooner == 0 ? Long.compare(a.order, b.order) : Long.signum(sooner);
          });
  private final List<Long> asleepUntil = new ArrayList<>();
  private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final AtomicLong draws = new AtomicLong();
  private final Executor executor;
  private final boolean sleepersMoveTheClock;
  private DoubleSupplier chance = () -> 0.5;
  private long nanos = FIRST;
  private long wallShift;
  private long order;
  private int sleepers;

  /** A clock that sleepers move themselves, and whose woken calls run on the thread that moves. */
  public VirtualTime() {
    this(null, true);
  }

  private VirtualTime(@Nullable Executor executor, boolean sleepersMoveTheClock) {
    this.executor = executor == null ? this::runInTurn : executor;
    this.sleepersMoveTheClock = sleepersMoveTheClock;
  }

  /** A clock on which sleepers on other threads wait for {@link #advance}. */
  public static VirtualTime movedByOthers() {
    return new VirtualTime(null, false);
  }

  /** A clock whose woken calls run on this executor. */
  public static VirtualTime on(Executor executor) {
    return new VirtualTime(executor, false);
  }

  /** Draws these numbers in turn, over and over. */
  public VirtualTime draws(double... numbers) {
    chance = () -> numbers[(int) (draws.getAndIncrement() % numbers.length)];
    return this;
  }

  /** Draws from this source. */
  public VirtualTime draws(DoubleSupplier source) {
    chance = source;
    return this;
  }

  /** Turns the wall clock alone. */
  public synchronized void turnWallClock(Duration by) {
    wallShift += by.toNanos();
  }

  @Override
  public synchronized Instant now() {
    return START.plusNanos(nanos - FIRST).plusNanos(wallShift);
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  /** The time since the start. */
  public synchronized Duration elapsed() {
    return Duration.ofNanos(nanos - FIRST);
  }

  @Override
  public double random() {
    return chance.getAsDouble();
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public synchronized Timer schedule(long deadline, Runnable task) {
    Task scheduled = new Task(deadline, order++, task);
    timers.add(scheduled);
    notifyAll();
    return () -> remove(scheduled);
  }

  private synchronized void remove(Task task) {
    timers.remove(task);
  }

  /** Runs a task after this time. */
  public void after(Duration delay, Runnable task) {
    schedule(nanoTime() + delay.toNanos(), task);
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    if (sleepersMoveTheClock) {
      moveTo(deadline, true);
      return;
    }
    synchronized (this) {
      sleepers++;
      asleepUntil.add(deadline);
      notifyAll();
      try {
        while (deadline - nanos > 0) {
          wait();
        }
      } finally {
        sleepers--;
        asleepUntil.remove(deadline);
        notifyAll();
      }
    }
  }

  /** Moves the clock, and runs what becomes due on the way. */
  public void advance(Duration by) {
    long target = nanoTime() + by.toNanos();
    try {
      moveTo(target, false);
    } catch (InterruptedException e) {
      throw new AssertionError("only a sleeper can be interrupted", e);
    }
  }

  /** Moves the clock first and runs what has become due then, as after a suspend. */
  public void jump(Duration by) {
    synchronized (this) {
      nanos += by.toNanos();
    }
    advance(Duration.ZERO);
  }

  private void moveTo(long target, boolean asleep) throws InterruptedException {
    for (; ; ) {
      if (asleep && Thread.interrupted()) {
        throw new InterruptedException("interrupted while asleep");
      }
      Runnable due = takeDue(target);
      if (due == null) {
        break;
      }
      executor.execute(due);
    }
    synchronized (this) {
      if (target - nanos > 0) {
        nanos = target;
      }
      notifyAll();
    }
  }

  private synchronized @Nullable Runnable takeDue(long target) {
    Task next = timers.peek();
    if (next == null || next.deadline - target > 0) {
      return null;
    }
    timers.remove();
    if (next.deadline - nanos > 0) {
      nanos = next.deadline;
    }
    return next.task;
  }

  /** Moves to the next timer; false when there is none. */
  public boolean runNext() {
    long target;
    synchronized (this) {
      Task next = timers.peek();
      if (next == null) {
        return false;
      }
      target = next.deadline - nanos > 0 ? next.deadline : nanos;
    }
    advance(Duration.ofNanos(target - nanoTime()));
    return true;
  }

  /** For a thread that waits for a timer of somebody's, where sleepers move the clock. */
  boolean moveOn() {
    return sleepersMoveTheClock && runNext();
  }

  /** Moves from timer to timer until the condition holds. */
  public void runUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (!runNext()) {
        throw new AssertionError("nothing is left to happen, at " + elapsed());
      }
    }
  }

  /** Timers that are set, and threads that sleep. */
  public synchronized int pending() {
    return timers.size() + sleepers;
  }

  /** Waits until other threads have set so many timers, or sleep. */
  public synchronized void awaitPending(int count) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (timers.size() + sleepers < count) {
      long left = TimeUnit.NANOSECONDS.toMillis(giveUp - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("only " + pending() + " pending, not " + count);
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** Waits until no thread sleeps any more whose time has come. */
  public synchronized void awaitAwake() throws InterruptedException {
    while (asleepUntil.stream().anyMatch(deadline -> deadline - nanos <= 0)) {
      wait();
    }
  }

  /** One after the other, also when a task asks for another one to be run. */
  private void runInTurn(Runnable task) {
    ready.add(task);
    while (!ready.isEmpty() && draining.compareAndSet(false, true)) {
      try {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
          next.run();
        }
      } finally {
        draining.set(false);
      }
    }
  }

  private static final class Task {

    private final long deadline;
    private final long order;
    private final Runnable task;

    private Task(long deadline, long order, Runnable task) {
      this.deadline = deadline;
      this.order = order;
      this.task = task;
    }
  }
}
