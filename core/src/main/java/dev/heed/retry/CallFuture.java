package dev.heed.retry;

import java.util.concurrent.CompletableFuture;

/**
 * The future of a call. Whoever ends it from outside (a cancel of either kind, a time limit set
 * with {@code orTimeout}, a completion by hand) ends the call too, and so does ending a future
 * derived from it, as the JDK's own client does for a cancel.
 */
final class CallFuture<T> extends CompletableFuture<T> {

  private final Runnable stop;

  CallFuture(Runnable stop) {
    this.stop = stop;
  }

  /** The call's own way to end its future; false when somebody has ended it from outside. */
  boolean succeed(T value) {
    return super.complete(value);
  }

  /** The call's own way to end its future. */
  void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CallFuture<>(stop);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled) {
      stop.run();
    }
    return cancelled;
  }

  @Override
  public boolean complete(T value) {
    boolean completed = super.complete(value);
    if (completed) {
      stop.run();
    }
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    if (completed) {
      stop.run();
    }
    return completed;
  }
}
