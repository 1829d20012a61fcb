package dev.heed.retry;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits on the caller's thread for a call whose attempts run side by side. */
final class BlockingHedge {

  private BlockingHedge() {}

  /** The result of a call. An interrupt cancels all its attempts, and stays set on the thread. */
  static <R> R run(CompletableFuture<R> call, TimeSource time)
      throws IOException, InterruptedException {
    try {
      time.await(call);
      return call.get();
    } catch (InterruptedException e) {
      call.cancel(true);
      throw BlockingCall.declared(e);
    } catch (ExecutionException e) {
      throw BlockingCall.declared(StageFailure.unwrapped(e));
    }
  }
}
