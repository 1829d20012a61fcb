package dev.heed.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a virtual clock stands, and who waits for what. Instants are nanoseconds since the start of
 * the clock, so that no comparison needs to think of overflow. Nothing of the user's runs under the
 * lock.
 */
final class Timeline {

  private static final long SLICE_NANOS = 1_000_000_000L;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Agenda agenda = new Agenda();
  private Duration wallShift = Duration.ZERO;
  private long elapsed;
  private long moves;
  private boolean closed;

  long elapsed() {
    return locked(() -> elapsed);
  }

  /** What the wall clock shows, counted from what it showed at the start. */
  Duration wall() {
    return locked(() -> wallShift.plusNanos(elapsed));
  }

  void turnWallClock(Duration by) {
    locked(() -> wallShift = wallShift.plus(by));
  }

  List<PendingWait> pending() {
    return locked(agenda::pending);
  }

  /** Adds a timer. */
  Agenda.Entry add(long due, Runnable task) {
    return locked(
        () -> {
          checkOpen();
          changed.signalAll();
          return agenda.add(due, task);
        });
  }

  /** Takes a timer back. */
  void remove(Agenda.Entry entry) {
    locked(
        () -> {
          agenda.remove(entry);
          changed.signalAll();
          return entry;
        });
  }

  /** Holds the current thread until others have moved the clock to this instant. */
  void sleepUntil(long due, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      checkOpen();
      if (due > elapsed) {
        sleep(agenda.add(due, null), patience);
      }
    } finally {
      lock.unlock();
    }
  }

  private void sleep(Agenda.Entry entry, Duration patience) throws InterruptedException {
    changed.signalAll();
    try {
      long seen;
      do {
        seen = moves;
        if (awaits(
            () -> closed || !agenda.contains(entry), TimeUnit.NANOSECONDS.convert(patience))) {
          checkOpen();
          return;
        }
      } while (moves != seen);
      throw new IllegalStateException(Texts.nobodyMoves(patience) + state());
    } finally {
      agenda.remove(entry);
      changed.signalAll();
    }
  }

  /** Moves the clock and runs nothing. */
  long jump(Duration by) {
    return locked(() -> elapsed = Math.addExact(elapsed, by.toNanos()));
  }

  /** The first instant that somebody waits for, now if it has passed; negative for none. */
  long nextDue() {
    return locked(() -> agenda.isEmpty() ? -1 : Math.max(elapsed, agenda.first().due));
  }

  /**
   * Moves the clock to the next timer up to the target, takes it out, and wakes all threads on the
   * way; without such a timer, to the target.
   *
   * @return what the timer runs, or null when the clock has come to the target
   */
  @Nullable Runnable advance(long target) {
    lock.lock();
    try {
      checkOpen();
      moves++;
      changed.signalAll();
      while (agenda.hasOneDueBy(target)) {
        Agenda.Entry next = agenda.first();
        agenda.remove(next);
        elapsed = Math.max(elapsed, next.due);
        if (next.task != null) {
          return next.task;
        }
      }
      elapsed = Math.max(elapsed, target);
      return null;
    } finally {
      lock.unlock();
    }
  }

  boolean awaitSize(int count, Duration limit) {
    return awaitsOrFails(() -> agenda.size() >= count, limit);
  }

  boolean awaitEmpty(Duration limit) {
    return awaitsOrFails(agenda::isEmpty, limit);
  }

  boolean awaitOneDueIn(Duration wait, Duration limit) {
    return awaitsOrFails(() -> agenda.hasOneDueAt(elapsed + wait.toNanos()), limit);
  }

  private boolean awaitsOrFails(BooleanSupplier condition, Duration limit) {
    lock.lock();
    try {
      return awaits(condition, TimeUnit.NANOSECONDS.convert(limit));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for others." + state(), e);
    } finally {
      lock.unlock();
    }
  }

  /** Waits in real time; false when it has run out. */
  private boolean awaits(BooleanSupplier condition, long nanos) throws InterruptedException {
    long left = nanos;
    while (!condition.getAsBoolean()) {
      if (left <= 0) {
        return false;
      }
      // In slices, each of which counts for no more than itself: a debugger that halts all threads
      // for minutes costs one slice and not all patience.
      long slice = Math.min(left, SLICE_NANOS);
      left -= slice - Math.max(0, changed.awaitNanos(slice));
    }
    return true;
  }

  /** Wakes all who sleep, with a failure, and forgets all timers. */
  void close() {
    locked(
        () -> {
          closed = true;
          agenda.clear();
          changed.signalAll();
          return closed;
        });
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException(Texts.closed(Duration.ofNanos(elapsed)));
    }
  }

  /** The end of each message: where the clock stands and who waits. */
  String state() {
    return locked(() -> Texts.state(Duration.ofNanos(elapsed), agenda.pending()));
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
