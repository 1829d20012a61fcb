package dev.heed.testing;

import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time that a test moves. It stands still until {@link #advance} or one of its relatives moves it,
 * and then runs on the way whatever becomes due, in order. Give it to a plan with {@code
 * Heed.builder(name).time(time)}: waits, limits and dates then follow it, for blocking,
 * asynchronous and reactive code alike.
 *
 * <p><b>Threads that sleep.</b> When the thread that made the clock sleeps on it, the clock moves
 * on by itself to the end of the sleep, since nobody else would move it: a blocking call on the
 * thread of the test takes no time and needs no further code. Any other thread that sleeps waits
 * until the clock is moved. {@link #autoAdvance} changes this.
 *
 * <p><b>Code on other threads.</b> It must have come to its wait before the clock is moved, and
 * {@link #awaitTimers} waits for that. A timer that is set for an instant that has passed runs when
 * the clock is moved next, also by zero.
 *
 * <p><b>The end.</b> {@link #close} fails when somebody still waits, and says who. Threads that
 * sleep are woken by an exception.
 *
 * <p>The monotonic clock starts one second below the largest {@code long}, so that code that
 * compares two readings by anything but their difference is found out. Safe for use by several
 * threads.
 */
public final class VirtualTime implements TimeSource, AutoCloseable {

  /** What the wall clock shows at the start where the test does not say: noon, 1 March 2026. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static final long FIRST = Long.MAX_VALUE - 1_000_000_000L;
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(1);

  private final Timeline timeline = new Timeline();
  private final Thread maker = Thread.currentThread();
  private final Instant start;
  private final Executor executor;
  private volatile @Nullable Boolean autoAdvance;
  private volatile DoubleSupplier chance = () -> 0.5;
  private volatile Duration patience = Duration.ofSeconds(20);

  /** A clock that shows {@link #START}; woken calls run on the thread that moves the clock. */
  public VirtualTime() {
    this(START);
  }

  /** A clock that shows this instant; woken calls run on the thread that moves the clock. */
  public VirtualTime(Instant start) {
    this(start, new InTurn());
  }

  /**
   * A clock that shows this instant and runs woken calls on an executor: moving the clock hands
   * over what is due and does not wait until it has run.
   */
  public VirtualTime(Instant start, Executor executor) {
    this.start = Objects.requireNonNull(start, "start");
    this.executor = Objects.requireNonNull(executor, "executor");
  }

  /**
   * Whether a thread that sleeps moves the clock on to the end of its sleep: true for all threads,
   * false for none. Until this is called it is true for the thread that made the clock alone.
   */
  public VirtualTime autoAdvance(boolean on) {
    autoAdvance = on;
    return this;
  }

  /**
   * How long the clock may stand still in real time: a thread that sleeps while nobody moves the
   * clock, and a test that awaits what does not come, fail after this time and say what is pending.
   * 20 s by default.
   */
  public VirtualTime patience(Duration limit) {
    patience = Objects.requireNonNull(limit, "limit");
    return this;
  }

  Duration patience() {
    return patience;
  }

  /** Draws these numbers in turn, over and over. Without this every number drawn is 0.5. */
  public VirtualTime draws(double... numbers) {
    double[] all = numbers.clone();
    for (double number : all) {
      if (!(number >= 0 && number < 1)) {
        throw new IllegalArgumentException("a number drawn is at least 0 and below 1: " + number);
      }
    }
    if (all.length == 0) {
      throw new IllegalArgumentException("there must be a number to draw");
    }
    AtomicLong count = new AtomicLong();
    return draws(() -> all[(int) (count.getAndIncrement() % all.length)]);
  }

  /** Draws from this source of numbers, at least 0 and below 1. */
  public VirtualTime draws(DoubleSupplier source) {
    chance = Objects.requireNonNull(source, "source");
    return this;
  }

  /** Draws pseudorandom numbers, the same ones for the same seed on every JDK. */
  public VirtualTime seed(long seed) {
    return draws(new Random(seed)::nextDouble);
  }

  @Override
  public Instant now() {
    return start.plus(timeline.wall());
  }

  @Override
  public long nanoTime() {
    return FIRST + timeline.elapsed();
  }

  /** The time since the start. Turning the wall clock does not change it. */
  public Duration elapsed() {
    return Duration.ofNanos(timeline.elapsed());
  }

  @Override
  public double random() {
    return chance.getAsDouble();
  }

  @Override
  public Executor executor() {
    return executor;
  }

  /** {@inheritDoc} Among {@link #pending} the timer has the name that the task gives itself. */
  @Override
  public Timer schedule(long deadline, Runnable task) {
    Agenda.Entry entry = timeline.add(sinceStart(deadline), task);
    return () -> timeline.remove(entry);
  }

  /** Runs a task after this time: a cancel in the middle of a wait, say. It counts as a timer. */
  public void after(Duration delay, Runnable task) {
    var unused = schedule(nanoTime() + TimeUnit.NANOSECONDS.convert(delay), task);
  }

  /** A reading of the monotonic clock as nanoseconds since the start. */
  private long sinceStart(long deadline) {
    long elapsed = timeline.elapsed();
    long left = Math.max(0, deadline - (FIRST + elapsed));
    return left > Long.MAX_VALUE - elapsed ? Long.MAX_VALUE : elapsed + left;
  }

  @Override
  public void sleepUntil(long deadline) throws InterruptedException {
    if (movesByItself()) {
      moveTo(sinceStart(deadline), Thread.currentThread()::isInterrupted);
    } else {
      timeline.sleepUntil(sinceStart(deadline), patience);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while asleep on a virtual clock");
    }
  }

  /** {@inheritDoc} Moves the clock from timer to timer where a sleep of this thread would. */
  @Override
  public void await(CompletableFuture<?> future) throws InterruptedException {
    if (!movesByItself()) {
      TimeSource.super.await(future);
      return;
    }
    advanceUntil(() -> future.isDone() || Thread.currentThread().isInterrupted());
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting on a virtual clock");
    }
  }

  /** Whether a wait of the current thread moves the clock. */
  private boolean movesByItself() {
    Boolean all = autoAdvance;
    return all == null ? Thread.currentThread() == maker : all;
  }

  /**
   * For a thread that waits for a timer of somebody else's: moves the clock to the next one.
   *
   * @return false when others move the clock, or when there is no timer
   */
  boolean moveOn() {
    return movesByItself() && movesToNextTimer();
  }

  /**
   * Moves the clock on, and runs what becomes due on the way. A thread that is woken runs on while
   * the clock moves on: to see what it does next at the time of its waking, advance to that time
   * only, and {@link #awaitTimers await} its next wait.
   */
  public void advance(Duration by) {
    checkForward(by);
    moveTo(Math.addExact(timeline.elapsed(), by.toNanos()), () -> false);
  }

  /** Moves the clock on to the next instant for which somebody waits; fails when nobody does. */
  public void advanceToNextTimer() {
    if (!movesToNextTimer()) {
      throw new AssertionError(Texts.noTimer() + timeline.state());
    }
  }

  /**
   * Moves the clock on from timer to timer until the condition holds: {@code
   * time.advanceUntil(future::isDone)}. For code that sets its timers on this thread; an answer
   * that comes on another thread may find that its time limit has passed.
   */
  public void advanceUntil(BooleanSupplier condition) {
    Duration left = patience;
    while (!condition.getAsBoolean()) {
      if (movesToNextTimer()) {
        left = patience;
      } else if (left.isNegative()) {
        throw new AssertionError(Texts.conditionFails(patience) + timeline.state());
      } else {
        // Another thread may set a timer, or make the condition hold without one.
        var unused = timeline.awaitSize(1, POLL);
        left = left.minus(POLL);
      }
    }
  }

  private boolean movesToNextTimer() {
    long next = timeline.nextDue();
    if (next < 0) {
      return false;
    }
    moveTo(next, () -> false);
    return true;
  }

  /** Moves the clock first and then runs what has become due, as after a suspend. */
  public void jump(Duration by) {
    checkForward(by);
    moveTo(timeline.jump(by), () -> false);
  }

  private static void checkForward(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "this clock cannot go back by "
              + Durations.text(by.negated())
              + "; turnWallClock turns the wall clock alone");
    }
  }

  private void moveTo(long target, BooleanSupplier stopped) {
    while (!stopped.getAsBoolean()) {
      Runnable due = timeline.advance(target);
      if (due == null) {
        return;
      }
      executor.execute(due);
    }
  }

  /** Turns the wall clock alone, forward or back. Waits do not notice. */
  public void turnWallClock(Duration by) {
    timeline.turnWallClock(by);
  }

  /** All timers that are set and threads that sleep, in the order in which their time comes. */
  public List<PendingWait> pending() {
    return timeline.pending();
  }

  /**
   * Waits, in real time, until so many timers are set or threads asleep, or more. Call it before
   * the clock is moved for code that runs on another thread: a clock that is moved too early has
   * passed by when the wait begins.
   *
   * @throws AssertionError after {@link #patience}, with what is pending
   */
  public void awaitTimers(int count) {
    awaitTimers(count, patience);
  }

  /** The same with a limit, in real time, of its own. */
  public void awaitTimers(int count, Duration limit) {
    if (!timeline.awaitSize(count, limit)) {
      throw new AssertionError(Texts.tooFew(count, limit) + timeline.state());
    }
  }

  /**
   * Waits, in real time, until somebody waits for exactly this long from now. Where calls have time
   * limits, which are timers too, this tells a wait from a limit.
   *
   * @throws AssertionError after {@link #patience}, with what is pending
   */
  public void awaitTimerDueIn(Duration wait) {
    if (!timeline.awaitOneDueIn(wait, patience)) {
      throw new AssertionError(Texts.nobodyWaits(wait, patience) + timeline.state());
    }
  }

  /**
   * Fails when a timer is set or a thread asleep, and says who waits until when. What is about to
   * end on another thread gets a second of real time to do so.
   */
  public void verifyNothingPending() {
    if (!timeline.awaitEmpty(GRACE)) {
      throw new AssertionError(Texts.leftBehind() + timeline.state());
    }
  }

  /**
   * Ends the clock: it cannot be moved any more, its timers will not run, and threads that sleep on
   * it are woken by an {@link IllegalStateException}. Has no effect the second time.
   *
   * @throws AssertionError as by {@link #verifyNothingPending}
   */
  @Override
  public void close() {
    try {
      verifyNothingPending();
    } finally {
      timeline.close();
    }
  }

  /** The time, and what is pending. */
  @Override
  public String toString() {
    return "Virtual time." + timeline.state();
  }
}
