package dev.heed.stage;

/**
 * Carries the caller's context (logging, tracing, security) over waits and threads.
 *
 * <p>Safe for use by several threads.
 */
@FunctionalInterface
public interface ContextHook {

  /** Captures the context of the calling thread when a call begins. */
  Snapshot capture();

  /** A captured context. */
  @FunctionalInterface
  interface Snapshot {

    /**
     * Runs the task with the captured context on the current thread, and restores what was there.
     */
    void run(Runnable task);
  }
}
