package dev.heed.transport;

import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call on a host's HTTP client: the request that the caller handed over, and what the engine
 * must know of it. An adapter creates one for each call.
 *
 * @param <R> the host's response type
 */
public interface Exchange<R> {

  /** The head of the caller's request. */
  RequestHead request();

  /** Whether the body can be sent again. */
  Replayability replayability();

  /**
   * Reads a one-shot body into memory, so that it can be sent again.
   *
   * @param limit the most bytes to keep
   * @return completes when the body is kept, with its size; fails with {@link
   *     BodyTooLargeException} when the body is larger, or with the failure of the body itself
   */
  CompletionStage<Integer> buffer(int limit);

  /** The bytes of a replayable body that are in memory, for a signer; null where they are not. */
  byte @Nullable [] bodyBytes();

  /** The head of a response that did not pass the gate. */
  ResponseHead head(R response);

  /** What a failure of this host means. Decided by type, along the causes. */
  FailureKind classify(Throwable failure);

  /** Whether the caller's body handler may start again after it has seen part of a body. */
  boolean bodyRestartable();

  /** The call is over; nothing more is asked of this exchange. Called once. */
  default void ended() {}

  /** Releases a response that did not pass the gate and is not to be returned. */
  void discard(R response);

  /**
   * A response that a stage gives in place of the server's.
   *
   * @throws IOException when the caller's body handler fails on it
   */
  R answer(int status, Map<String, List<String>> headers, byte[] body) throws IOException;
}
