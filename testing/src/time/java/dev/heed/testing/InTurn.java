package dev.heed.testing;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs tasks on the thread that hands them over, one after the other: a task that hands over
 * another one ends first.
 */
final class InTurn implements Executor {

  private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean draining = new AtomicBoolean();

  @Override
  public void execute(Runnable task) {
    ready.add(task);
    // Looked at again after the turn has been given back: another thread may have added a task when
    // the queue was found empty, and have left because the turn was still taken.
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
}
