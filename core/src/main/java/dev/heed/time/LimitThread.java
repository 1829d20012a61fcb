package dev.heed.time;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Turns a {@link LimitWheel} on the system's clock: a daemon thread that wakes for each tick while
 * limits are set, and sleeps when there have been none for a while.
 */
final class LimitThread implements Runnable {

  /** How often the thread looks whether there is anything to do: every 2.56 s. */
  static final int TICKS_BETWEEN_LOOKS = 256;

  /** A program that makes calls now and then does not wake the thread each time. */
  private static final int EMPTY_LOOKS_BEFORE_REST = 4;

  private final LimitWheel wheel;
  private final int ticksBetweenLooks;
  private volatile @Nullable Thread thread;
  private volatile boolean resting;

  LimitThread(Executor executor, int ticksBetweenLooks) {
    this.ticksBetweenLooks = ticksBetweenLooks;
    wheel = new LimitWheel(System.nanoTime(), executor);
  }

  /** Sets a limit. */
  TimeSource.Timer add(long deadline, Runnable task) {
    LimitWheel.Limit limit = wheel.add(deadline, task);
    // The thread says that it rests before it looks once more whether the wheel is empty.
    if (resting || thread == null) {
      wake();
    }
    return limit;
  }

  private synchronized void wake() {
    Thread running = thread;
    if (running == null) {
      running = new Thread(this, "heed-limit");
      running.setDaemon(true);
      thread = running;
      running.start();
    }
    resting = false;
    LockSupport.unpark(running);
  }

  @Override
  public void run() {
    int empty = 0;
    for (int turn = 0; ; turn++) {
      wheel.advance(System.nanoTime());
      if (turn % ticksBetweenLooks == 0) {
        empty = wheel.isEmpty() ? empty + 1 : 0;
      }
      if (empty > EMPTY_LOOKS_BEFORE_REST) {
        rest();
        empty = 0;
      }
      LockSupport.parkNanos(this, wheel.nextTick() - System.nanoTime());
    }
  }

  private void rest() {
    resting = true;
    while (resting && wheel.isEmpty()) {
      LockSupport.park(this);
    }
    resting = false;
  }
}
