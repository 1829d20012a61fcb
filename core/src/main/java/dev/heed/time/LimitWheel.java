package dev.heed.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Keeps time limits: timers that are nearly always taken back before their time comes, so that
 * setting one and taking it back must cost little, whatever the number of others. In turn a task
 * may run a tick late; it never runs early. Waits, which do run, stay with the scheduled executor.
 *
 * <p>A wheel of slots, one for each tick of 10 ms, some ten seconds all round. A limit lies in the
 * slot of the first tick that is not before its deadline; one that is more than a round away lies
 * there through several rounds. A slot is a list linked through the limits themselves, with the
 * slot as its lock, so that a limit is one object and is put in and taken out in a few steps.
 *
 * <p>One thread calls {@link #advance}. It publishes the tick before it empties the slot, and a
 * limit that is put in looks at the tick after it is in the list: one of the two sees the other, so
 * that no limit is left behind for a whole round.
 */
final class LimitWheel {

  static final long TICK_NANOS = 10_000_000;

  /** A power of two. */
  private static final int SLOTS = 1024;

  private final long origin;
  private final Executor executor;
  private final Slot[] slots = new Slot[SLOTS];
  private volatile long tick;

  /**
   * An empty wheel.
   *
   * @param now the reading of the clock with which its ticks begin
   */
  LimitWheel(long now, Executor executor) {
    this.origin = now;
    this.executor = executor;
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Slot();
    }
  }

  /** Sets a limit. */
  Limit add(long deadline, Runnable task) {
    long due = tickOf(deadline - origin);
    Slot slot = slots[(int) due & SLOTS - 1];
    Limit limit = new Limit(slot, due, task);
    slot.add(limit);
    if (due - tick <= 0 && slot.remove(limit)) {
      // Its slot has been emptied, or is about to be: nobody else would come by in time.
      executor.execute(task);
    }
    return limit;
  }

  /** Rounded up: a tick is not before the deadlines that it stands for. */
  private static long tickOf(long sinceOrigin) {
    if (sinceOrigin <= 0) {
      // So far off that the clock's readings wrapped, or past.
      return sinceOrigin < Long.MIN_VALUE / 2 ? Long.MAX_VALUE / TICK_NANOS : 0;
    }
    return (sinceOrigin - 1) / TICK_NANOS + 1;
  }

  /** Runs what is due. Called by one thread, again and again. */
  void advance(long now) {
    long target = Math.floorDiv(now - origin, TICK_NANOS);
    long from = Math.max(tick + 1, target - SLOTS + 1);
    for (long next = from; next - target <= 0; next++) {
      tick = next;
      for (Limit limit : slots[(int) next & SLOTS - 1].takeDue(next)) {
        executor.execute(limit.task);
      }
    }
  }

  /** The instant of the next tick. */
  long nextTick() {
    return origin + (tick + 1) * TICK_NANOS;
  }

  /** Whether no limit is set. */
  boolean isEmpty() {
    for (Slot slot : slots) {
      if (!slot.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The limits of one place of the wheel. */
  private static final class Slot {

    private @Nullable Limit first;

    synchronized void add(Limit limit) {
      Limit other = first;
      limit.next = other;
      if (other != null) {
        other.previous = limit;
      }
      first = limit;
      limit.linked = true;
    }

    /** Whether it was still there. */
    synchronized boolean remove(Limit limit) {
      if (!limit.linked) {
        return false;
      }
      unlink(limit);
      return true;
    }

    private void unlink(Limit limit) {
      Limit before = limit.previous;
      Limit after = limit.next;
      if (before == null) {
        first = after;
      } else {
        before.next = after;
      }
      if (after != null) {
        after.previous = before;
      }
      limit.previous = null;
      limit.next = null;
      limit.linked = false;
    }

    /** What lies here for this tick, or for one before it, and not for a later round. */
    synchronized List<Limit> takeDue(long tick) {
      if (first == null) {
        return List.of();
      }
      List<Limit> due = new ArrayList<>();
      Limit limit = first;
      while (limit != null) {
        Limit after = limit.next;
        if (limit.due - tick <= 0) {
          unlink(limit);
          due.add(limit);
        }
        limit = after;
      }
      return due;
    }

    synchronized boolean isEmpty() {
      return first == null;
    }
  }

  /** A limit that is set, and its handle. */
  static final class Limit implements TimeSource.Timer {

    private final Slot slot;
    private final long due;
    private final Runnable task;
    private @Nullable Limit previous;
    private @Nullable Limit next;
    private boolean linked;

    private Limit(Slot slot, long due, Runnable task) {
      this.slot = slot;
      this.due = due;
      this.task = task;
    }

    @Override
    public void cancel() {
      slot.remove(this);
    }
  }
}
