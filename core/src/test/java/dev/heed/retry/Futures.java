package dev.heed.retry;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The result of a future as a blocking call would give it. */
final class Futures {

  private static final int PATIENCE_SECONDS = 20;

  private Futures() {}

  /** The result, or what the future failed with, as it is; never waits for ever. */
  static <T> T get(CompletableFuture<T> future) throws Exception {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (CancellationException e) {
      // A later JDK's future raises a new one, with the first as its cause.
      throw e.getCause() instanceof CancellationException first ? first : e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    } catch (TimeoutException e) {
      throw new AssertionError("the future does not end", e);
    }
  }
}
