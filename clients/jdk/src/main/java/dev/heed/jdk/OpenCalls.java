package dev.heed.jdk;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a client that have not ended, so that closing it can wait for them or stop them.
 * Kept as linked lists in stripes: entering and leaving costs an uncontended lock and no memory.
 */
final class OpenCalls {

  private static final int STRIPES = 16;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final CountDownLatch terminated = new CountDownLatch(1);
  private final Runnable whenTerminated;
  private volatile boolean closed;

  /**
   * No calls.
   *
   * @param whenTerminated run once, when the client is shut down and its last call has ended
   */
  OpenCalls(Runnable whenTerminated) {
    this.whenTerminated = whenTerminated;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** A call begins. */
  void enter(OpenCall call) throws IOException {
    int number = (int) Thread.currentThread().getId() & (STRIPES - 1);
    call.stripe(number);
    if (!stripes[number].link(call)) {
      throw new IOException("the client is closed");
    }
  }

  /** A call has ended. Has no effect when that was said before. */
  void leave(OpenCall call) {
    if (!call.linked) {
      return;
    }
    stripes[call.stripe()].unlink(call);
    if (closed) {
      checkTerminated();
    }
  }

  /** No further calls begin; those that run go on. */
  void shutdown() {
    closed = true;
    for (Stripe stripe : stripes) {
      stripe.close();
    }
    checkTerminated();
  }

  /** Stops all calls. */
  void shutdownNow() {
    shutdown();
    for (Stripe stripe : stripes) {
      for (OpenCall call : stripe.stopAll()) {
        call.fail(shutDown());
      }
    }
  }

  static IOException shutDown() {
    return new IOException("the client was shut down");
  }

  boolean isTerminated() {
    return terminated.getCount() == 0;
  }

  boolean awaitTermination(Duration limit) throws InterruptedException {
    return terminated.await(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
  }

  private void checkTerminated() {
    for (Stripe stripe : stripes) {
      if (!stripe.isEmpty()) {
        return;
      }
    }
    synchronized (terminated) {
      if (isTerminated()) {
        return;
      }
      terminated.countDown();
    }
    whenTerminated.run();
  }

  /**
   * One list of calls. Its lock is a mark that is held for a few instructions, since entering and
   * leaving is most of what a call costs when nothing is wrong; a monitor costs twice as much.
   */
  private static final class Stripe {

    private final AtomicBoolean held = new AtomicBoolean();
    private @Nullable OpenCall first;
    private boolean closed;

    private void lock() {
      while (!held.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }

    private void unlock() {
      held.setRelease(false);
    }

    boolean link(OpenCall call) {
      lock();
      boolean open = !closed;
      if (open) {
        OpenCall second = first;
        call.next = second;
        if (second != null) {
          second.previous = call;
        }
        first = call;
        call.linked = true;
      }
      unlock();
      return open;
    }

    void unlink(OpenCall call) {
      lock();
      OpenCall before = call.previous;
      OpenCall after = call.next;
      if (before != null) {
        before.next = after;
      } else if (first == call) {
        first = after;
      }
      if (after != null) {
        after.previous = before;
      }
      call.previous = null;
      call.next = null;
      call.linked = false;
      unlock();
    }

    void close() {
      lock();
      closed = true;
      unlock();
    }

    boolean isEmpty() {
      lock();
      boolean empty = first == null;
      unlock();
      return empty;
    }

    /** Interrupts under the lock, so that a caller whose call has left is never interrupted. */
    List<OpenCall> stopAll() {
      List<OpenCall> all = new ArrayList<>();
      lock();
      try {
        for (OpenCall call = first; call != null; call = call.next) {
          call.stop();
          all.add(call);
        }
      } finally {
        unlock();
      }
      return all;
    }
  }
}
