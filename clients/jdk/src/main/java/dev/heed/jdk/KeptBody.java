package dev.heed.jdk;

import dev.heed.transport.TruncatedBodyException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Passes a body to the caller's subscriber, and tells failures of the wire from failures of the
 * subscriber. Counts the bytes, because a body that ends early is a success for HTTP/2.
 *
 * <p>Signals to the caller's subscriber are serial: a cut by a time limit takes its turn.
 */
final class KeptBody<T> implements BodySubscriber<T> {

  private final BodySubscriber<T> caller;
  private final long expected;
  private final boolean cuttable;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private long received;
  private boolean ended;
  private volatile boolean wireFailed;
  private volatile Flow.@Nullable Subscription subscription;

  /**
   * A body for the caller.
   *
   * @param expected the length that the head promised; negative when it promised none
   * @param cuttable whether a time limit may cut the body
   */
  KeptBody(BodySubscriber<T> caller, long expected, boolean cuttable) {
    this.caller = caller;
    this.expected = expected;
    this.cuttable = cuttable;
  }

  /** Whether the body itself broke off, and not the caller's code. */
  boolean wireFailed() {
    return wireFailed;
  }

  boolean startsFromNothing() {
    return Bodies.startsFromNothing(caller);
  }

  @Override
  public CompletionStage<T> getBody() {
    CompletionStage<T> body = caller.getBody();
    if (!cuttable) {
      return body;
    }
    var unused =
        body.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(failure);
              }
            });
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    caller.onSubscribe(given);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> items) {
    if (ended) {
      return;
    }
    for (ByteBuffer item : items) {
      received += item.remaining();
    }
    caller.onNext(items);
  }

  @Override
  public void onError(Throwable failure) {
    fail(failure);
  }

  @Override
  public synchronized void onComplete() {
    if (ended) {
      return;
    }
    if (received < expected) {
      fail(new TruncatedBodyException(expected, received));
      return;
    }
    ended = true;
    caller.onComplete();
  }

  /** The attempt's time is over. */
  void cut() {
    // Marked before the cancel: a later JDK reports the cancel as an error of its own.
    HttpTimeoutException late = new HttpTimeoutException("the body took too long");
    fail(late);
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
    result.completeExceptionally(late);
  }

  private synchronized void fail(Throwable failure) {
    if (ended) {
      return;
    }
    ended = true;
    wireFailed = true;
    caller.onError(failure);
  }
}
