package dev.heed.testing;

import java.util.concurrent.CompletableFuture;

/**
 * What {@code sendAsync} returns: a cancel ends the exchange, also on a future derived from it.
 *
 * @param <T> the type of the result
 */
final class StubFuture<T> extends CompletableFuture<T> {

  private final Runnable stop;

  /**
   * A future.
   *
   * @param stop ends the exchange
   */
  StubFuture(Runnable stop) {
    this.stop = stop;
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
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new StubFuture<>(stop);
  }
}
