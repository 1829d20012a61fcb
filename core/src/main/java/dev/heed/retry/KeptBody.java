package dev.heed.retry;

import dev.heed.transport.BodyTooLargeException;
import dev.heed.transport.Exchange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The room in memory that one call takes for its one-shot body, until it ends. */
final class KeptBody {

  private final EngineSettings settings;
  private boolean finished;
  private long bytes;

  KeptBody(EngineSettings settings) {
    this.settings = settings;
  }

  /** Completes when the body is kept. */
  CompletableFuture<?> read(Exchange<?> exchange) {
    int limit = settings.bodies.limitEach();
    return exchange.buffer(limit).thenAccept(this::take).toCompletableFuture();
  }

  /** Runs where the body ends, which may be after the caller has cancelled the call. */
  private synchronized void take(int size) {
    if (finished) {
      return;
    }
    if (!settings.bodies.take(size)) {
      throw new CompletionException(
          new BodyTooLargeException(
              "all one-shot bodies of plan "
                  + settings.plan
                  + " together exceed "
                  + settings.bodies.limitAll()
                  + " bytes; "
                  + BodyTooLargeException.WAYS_OUT));
    }
    bytes = size;
  }

  synchronized void giveBack() {
    finished = true;
    settings.bodies.release(bytes);
    bytes = 0;
  }
}
