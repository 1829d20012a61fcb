package dev.heed;

import dev.heed.attempt.AttemptNumber;
import dev.heed.attempt.BearerToken;
import dev.heed.attempt.RequestSigner;
import dev.heed.attempt.TraceParent;
import dev.heed.call.CorrelationId;
import dev.heed.call.IdempotencyKey;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Ready-made stages, the same on every client. Each says which ring it belongs to. All are safe for
 * use by several threads when the functions they are given are.
 */
public final class Stages {

  private Stages() {}

  /**
   * Call ring: one random {@code Idempotency-Key} for each call, kept over all attempts. A caller's
   * own key is kept. By itself it does not make a POST eligible for retries, since nothing says
   * that the server looks at the key: see {@link #deduplicatedByServer()}.
   */
  public static Stage idempotencyKey() {
    return new IdempotencyKey(() -> UUID.randomUUID().toString(), false);
  }

  /**
   * Call ring: as {@link #idempotencyKey()}, for a server that is known to act once for each key:
   * the call may then be retried whatever its method.
   */
  public static Stage deduplicatedByServer() {
    return new IdempotencyKey(() -> UUID.randomUUID().toString(), true);
  }

  /** Call ring: one random id for each call in this header. A caller's own value is kept. */
  public static Stage correlationId(String header) {
    return new CorrelationId(header, () -> UUID.randomUUID().toString());
  }

  /**
   * Attempt ring: {@code Authorization: Bearer} with the token of the moment.
   *
   * @param tokens asked on each attempt; never null
   */
  public static Stage bearer(Supplier<String> tokens) {
    Objects.requireNonNull(tokens, "tokens");
    return new BearerToken(() -> CompletableFuture.completedFuture(tokens.get()));
  }

  /**
   * Attempt ring: {@code Authorization: Bearer} with a token that may have to be fetched first.
   *
   * @param tokens asked on each attempt
   */
  public static Stage bearerLater(Supplier<? extends CompletionStage<String>> tokens) {
    return new BearerToken(tokens);
  }

  /**
   * Attempt ring: signs the request after all other stages, whatever the order of registration, and
   * after any wait.
   *
   * @param signer reads method, URI, headers and body, and sets the headers of the signature
   */
  public static Stage signer(Consumer<? super StageRequest> signer) {
    return new RequestSigner(signer);
  }

  /** Attempt ring: the number of retries so far in this header; absent on the first send. */
  public static Stage attemptNumber(String header) {
    return new AttemptNumber(header);
  }

  /** Attempt ring: {@code traceparent} with a new span id for each attempt. */
  public static Stage traceParent() {
    return new TraceParent();
  }
}
