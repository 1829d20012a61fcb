package dev.heed.jdk;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call of an open client, linked into {@link OpenCalls}; the links are guarded by its lock. */
abstract class OpenCall {

  @Nullable OpenCall previous;
  @Nullable OpenCall next;
  boolean linked;
  private int stripe;
  private @Nullable Thread caller;
  private volatile @Nullable CompletableFuture<?> future;
  private volatile boolean stopped;

  final int stripe() {
    return stripe;
  }

  final void stripe(int number) {
    stripe = number;
  }

  /** A call that blocks this thread. */
  final void blocks(Thread thread) {
    caller = thread;
  }

  /** A call with this future. */
  final void completes(CompletableFuture<?> result) {
    future = result;
    if (stopped) {
      // Stopped before there was a future to fail.
      fail(OpenCalls.shutDown());
    }
  }

  final boolean isStopped() {
    return stopped;
  }

  /** Ends the call: it fails, and a wait of its own is over. Called while it is linked. */
  final void stop() {
    stopped = true;
    if (caller != null) {
      caller.interrupt();
    }
  }

  final void fail(Throwable failure) {
    CompletableFuture<?> result = future;
    if (result != null) {
      result.completeExceptionally(failure);
    }
  }
}
