package dev.heed.testing;

import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a thread waits for what the timers of an exchange bring. On a virtual clock that moves by
 * itself the thread moves it, but only while the exchange waits for the clock and not for other
 * threads; on any other clock it is held in real time.
 */
final class Pump {

  /** Any other clock moves without our doing. */
  private static final Duration LONG = Duration.ofDays(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final TimeSource time;
  private final String what;
  private boolean waitsForTime;
  private long changes;
  private volatile @Nullable Thread blocked;

  Pump(TimeSource time, String what) {
    this.time = time;
    this.what = what;
  }

  /** The thread that waits for the exchange, and reads its body. */
  void blocks(Thread thread) {
    blocked = thread;
  }

  /** Whether nothing happens until the clock moves. */
  void waitsForTime(boolean waits) {
    lock.lock();
    try {
      waitsForTime = waits;
      changed();
    } finally {
      lock.unlock();
    }
  }

  void changed() {
    lock.lock();
    try {
      changes++;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isWaitingForTime() {
    lock.lock();
    try {
      return waitsForTime;
    } finally {
      lock.unlock();
    }
  }

  private long changes() {
    lock.lock();
    try {
      return changes;
    } finally {
      lock.unlock();
    }
  }

  void await(BooleanSupplier done) throws InterruptedException {
    for (long seen = changes(); !done.getAsBoolean(); seen = changes()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for a reply");
      }
      if (!isWaitingForTime() || !movesByItself()) {
        awaitChange(seen);
      }
    }
  }

  /** Moves the clock until the exchange no longer waits for it, where this thread may. */
  void moveClock() {
    if (Thread.currentThread() == blocked) {
      while (isWaitingForTime() && movesByItself()) {
        // Each round runs the next timer.
      }
    }
  }

  /** Moves the clock to the next timer; false when others move it, or when there is no timer. */
  private boolean movesByItself() {
    return time instanceof VirtualTime virtual && virtual.moveOn();
  }

  private void awaitChange(long seen) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (changes == seen) {
        Duration stands = elapsed();
        boolean changed =
            change.await(TimeUnit.NANOSECONDS.convert(patience()), TimeUnit.NANOSECONDS);
        if (!changed && waitsForTime && time instanceof VirtualTime && stands.equals(elapsed())) {
          throw new AssertionError(standsStill());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration elapsed() {
    return time instanceof VirtualTime virtual ? virtual.elapsed() : Duration.ZERO;
  }

  private Duration patience() {
    return time instanceof VirtualTime virtual ? virtual.patience() : LONG;
  }

  private String standsStill() {
    return what
        + " waits for its reply, and nobody has moved the virtual clock for "
        + Durations.text(patience())
        + ": move it, give the call a time limit, or cancel it. "
        + time;
  }
}
