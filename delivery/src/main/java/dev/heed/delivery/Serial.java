package dev.heed.delivery;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one after the other, in the order in which they came, on threads of an executor. What
 * only its tasks touch needs no lock.
 */
final class Serial {

  private final Executor executor;
  private final TaskFailure failure;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Is told of a task that failed: the next one runs all the same. */
  interface TaskFailure {
    void of(Throwable failure);
  }

  Serial(Executor executor, TaskFailure failure) {
    this.executor = executor;
    this.failure = failure;
  }

  void execute(Runnable task) {
    tasks.add(task);
    if (waiting.getAndIncrement() == 0) {
      executor.execute(this::drain);
    }
  }

  private void drain() {
    do {
      Runnable task = tasks.poll();
      if (task != null) {
        run(task);
      }
    } while (waiting.decrementAndGet() > 0);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      failure.of(e);
    }
  }
}
