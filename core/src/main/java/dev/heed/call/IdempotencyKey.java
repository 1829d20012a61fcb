package dev.heed.call;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Gives each call one {@code Idempotency-Key}, the same on every attempt. A key of the caller's own
 * is kept.
 *
 * @param keys makes a new key; safe for use by several threads
 * @param serverDeduplicates whether the server is known to act once for each key, so that the call
 *     may be retried whatever its method
 */
public record IdempotencyKey(Supplier<String> keys, boolean serverDeduplicates) implements Stage {

  private static final String HEADER = "Idempotency-Key";

  /** Checks its arguments. */
  public IdempotencyKey {
    Objects.requireNonNull(keys, "keys");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    if (request.values(HEADER).isEmpty()) {
      request.setHeader(HEADER, keys.get());
    }
    if (serverDeduplicates) {
      request.markIdempotent();
    }
    return Stage.done();
  }

  @Override
  public String kind() {
    return "idempotency key";
  }

  @Override
  public String name() {
    return serverDeduplicates ? "idempotency key (the server deduplicates)" : "idempotency key";
  }
}
