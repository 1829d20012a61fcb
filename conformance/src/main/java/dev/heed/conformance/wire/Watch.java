package dev.heed.conformance.wire;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where threads wait for each other. Whoever changes something that a condition looks at calls
 * {@link #changed} afterwards, on the watch of its connection or on that of the server: a change on
 * a connection is one on the server too.
 */
final class Watch {

  private static final Duration FOREVER = Duration.ofDays(365);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final @Nullable Watch outer;

  Watch() {
    this(null);
  }

  private Watch(@Nullable Watch outer) {
    this.outer = outer;
  }

  /** One for a part, so that a change in one part does not wake those who wait in another. */
  Watch inner() {
    return new Watch(this);
  }

  static long now() {
    return TimeSource.system().nanoTime();
  }

  void changed() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (outer != null) {
      outer.changed();
    }
  }

  /** Waits as long as it takes: threads of a server are interrupted when it is closed. */
  void await(BooleanSupplier condition) throws InterruptedException {
    await(condition, FOREVER);
  }

  /** Whether the condition came true in time. */
  boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
