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
 * <p>Signals to the caller's subscriber are serial: a cut by a time limit takes its turn. The
 * subscription that the subscriber sees is this object, so that a body which the subscriber itself
 * has given up does not pass for one that broke off.
 */
final class KeptBody<T> implements BodySubscriber<T>, Flow.Subscription {

  private final BodySubscriber<T> caller;
  private final long expected;
  private final boolean cuttable;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private long received;
  private boolean ended;

  /** Stays true when the subscriber throws, which the JDK reports as a failure of the body. */
  private boolean inCaller;

  private volatile boolean wireFailed;
  private volatile boolean callerEnded;
  private volatile @Nullable HttpTimeoutException cut;
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

  /** Whether a failure of this body is the work of the caller's subscriber. */
  boolean callerFailed() {
    return cut == null && (callerEnded || inCaller || !wireFailed);
  }

  boolean startsFromNothing() {
    return Bodies.startsFromNothing(caller);
  }

  @Override
  public CompletionStage<T> getBody() {
    CompletionStage<T> body;
    try {
      body = caller.getBody();
    } catch (RuntimeException | Error e) {
      callerEnded = true;
      throw e;
    }
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
    inCaller = true;
    caller.onSubscribe(this);
    inCaller = false;
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> items) {
    if (ended) {
      return;
    }
    for (ByteBuffer item : items) {
      received += item.remaining();
    }
    inCaller = true;
    caller.onNext(items);
    inCaller = false;
  }

  @Override
  public void onError(Throwable failure) {
    HttpTimeoutException late = cut;
    fail(late == null ? failure : late);
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
    inCaller = true;
    caller.onComplete();
    inCaller = false;
    ended = true;
  }

  @Override
  public void request(long n) {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.request(n);
    }
  }

  /** The caller's subscriber wants no more. */
  @Override
  public void cancel() {
    // Marked before the cancel: a later JDK reports the cancel as an error of the body.
    callerEnded = true;
    cancelSubscription();
  }

  private void cancelSubscription() {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }

  /** The attempt's time is over: it ends now, whatever the subscriber is doing. */
  void cut() {
    HttpTimeoutException late = new HttpTimeoutException("the body took too long");
    cut = late;
    wireFailed = true;
    result.completeExceptionally(late);
    cancelSubscription();
    fail(late);
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
