package dev.heed.jdk;

import dev.heed.transport.TruncatedBodyException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Passes a body to the caller's subscriber, and tells failures of the wire from failures of the
 * subscriber. Counts the bytes, because a body that ends early is a success for HTTP/2.
 *
 * <p>Signals to the caller's subscriber are serial, and nobody waits for a subscriber that is
 * stuck: a failure that comes meanwhile is left for the thread that is in it. The subscription that
 * the subscriber sees is this object, so that a body which the subscriber itself has given up does
 * not pass for one that broke off.
 */
final class KeptBody<T> implements BodySubscriber<T>, Flow.Subscription {

  private final BodySubscriber<T> caller;
  private final long expected;
  private final @Nullable CompletableFuture<T> cuttable;
  private final AtomicBoolean busy = new AtomicBoolean();
  private long received;
  private boolean ended;

  /** Stays true when the subscriber throws, which the JDK reports as a failure of the body. */
  private boolean inCaller;

  private volatile @Nullable Throwable failure;
  private volatile boolean callerEnded;
  private volatile boolean cut;
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
    this.cuttable = cuttable ? new CompletableFuture<>() : null;
  }

  /** Whether a failure of this body is the work of the caller's subscriber. */
  boolean callerFailed() {
    return !cut && (callerEnded || inCaller || failure == null);
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
    CompletableFuture<T> result = cuttable;
    if (result == null) {
      return body;
    }
    var unused =
        body.whenComplete(
            (value, failed) -> {
              if (failed == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(failed);
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
  public void onNext(List<ByteBuffer> items) {
    if (failure != null) {
      return;
    }
    for (ByteBuffer item : items) {
      received += item.remaining();
    }
    boolean mine = takeTurn();
    try {
      inCaller = true;
      caller.onNext(items);
      inCaller = false;
    } finally {
      endTurn(mine);
    }
  }

  @Override
  public void onComplete() {
    if (failure != null) {
      return;
    }
    if (received < expected) {
      onError(new TruncatedBodyException(expected, received));
      return;
    }
    boolean mine = takeTurn();
    try {
      inCaller = true;
      caller.onComplete();
      inCaller = false;
      ended = true;
    } finally {
      endTurn(mine);
    }
  }

  @Override
  public void onError(Throwable failed) {
    if (failure == null) {
      failure = failed;
    }
    tellFailure();
  }

  private boolean takeTurn() {
    return busy.compareAndSet(false, true);
  }

  private void endTurn(boolean mine) {
    if (!mine) {
      return;
    }
    busy.set(false);
    if (failure != null) {
      tellFailure();
    }
  }

  private void tellFailure() {
    Throwable failed = failure;
    // Who has the turn looks for a failure when the turn is over.
    if (failed != null && takeTurn()) {
      if (!ended) {
        ended = true;
        caller.onError(failed);
      }
      busy.set(false);
    }
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
    cut = true;
    // Before the cancel, which a later JDK reports as an error of its own.
    if (failure == null) {
      failure = late;
    }
    CompletableFuture<T> result = cuttable;
    if (result != null) {
      result.completeExceptionally(late);
    }
    cancelSubscription();
    tellFailure();
  }
}
