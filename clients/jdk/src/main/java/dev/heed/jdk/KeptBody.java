package dev.heed.jdk;

import dev.heed.transport.TruncatedBodyException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Passes a body to the caller's subscriber, and tells failures of the wire from failures of the
 * subscriber. Counts the bytes, because a body that ends early is a success for HTTP/2.
 *
 * <p>The subscription that the subscriber sees is this object, so that a body which the subscriber
 * itself has given up does not pass for one that broke off.
 */
sealed class KeptBody<T> implements BodySubscriber<T>, Flow.Subscription permits CuttableBody {

  private final BodySubscriber<T> caller;
  private final long expected;
  private long received;
  private boolean ended;

  /** Stays true when the subscriber throws, which the JDK reports as a failure of the body. */
  private boolean inCaller;

  private volatile boolean wireFailed;
  private volatile boolean callerEnded;
  private Flow.@Nullable Subscription subscription;

  /**
   * A body for the caller.
   *
   * @param expected the length that the head promised; negative when it promised none
   */
  KeptBody(BodySubscriber<T> caller, long expected) {
    this.caller = caller;
    this.expected = expected;
  }

  /** Whether a failure of this body is the work of the caller's subscriber. */
  boolean callerFailed() {
    return callerEnded || inCaller || !wireFailed;
  }

  final boolean startsFromNothing() {
    return Bodies.startsFromNothing(caller);
  }

  @Override
  public CompletionStage<T> getBody() {
    try {
      return caller.getBody();
    } catch (RuntimeException | Error e) {
      callerEnded = true;
      throw e;
    }
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
    if (ended) {
      return;
    }
    ended = true;
    wireFailed = true;
    caller.onError(failure);
  }

  @Override
  public void onComplete() {
    if (ended) {
      return;
    }
    if (received < expected) {
      onError(new TruncatedBodyException(expected, received));
      return;
    }
    inCaller = true;
    caller.onComplete();
    inCaller = false;
    // Only now: a subscriber that throws here is told of it as of a failure.
    ended = true;
  }

  @Override
  public final void request(long n) {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.request(n);
    }
  }

  /** The caller's subscriber wants no more. */
  @Override
  public final void cancel() {
    // Marked before the cancel: a later JDK reports the cancel as an error of the body.
    callerEnded = true;
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }
}
