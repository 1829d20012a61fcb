package dev.heed.jdk;

import dev.heed.transport.TruncatedBodyException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Passes a body to the caller's subscriber, and tells failures of the subscriber from failures of
 * the wire. Counts the bytes, because a body that ends early is a success for HTTP/2.
 *
 * <p>A failure is the subscriber's only where it was seen to be: the JDK may end a response whose
 * connection breaks without a word to the subscriber, and while that one is at work.
 *
 * <p>The subscription that the subscriber sees is this object, so that a body which the subscriber
 * itself has given up does not pass for one that broke off.
 */
sealed class KeptBody<T> implements BodySubscriber<T>, Flow.Subscription permits CuttableBody {

  private final BodySubscriber<T> caller;
  private final long expected;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private long received;
  private boolean ended;
  private volatile boolean wireFailed;
  private volatile boolean callerFailed;
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

  /** Whether the caller's subscriber has thrown, given up, or failed its body by itself. */
  boolean callerFailed() {
    return callerFailed;
  }

  final boolean startsFromNothing() {
    return Bodies.startsFromNothing(caller);
  }

  /** Ends the body for the JDK, whatever the subscriber is doing. */
  final void fail(Throwable failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public final CompletionStage<T> getBody() {
    asCaller(() -> watch(caller.getBody()));
    // Not the caller's: what the JDK does next has to find the blame settled.
    return result;
  }

  private void watch(CompletionStage<T> body) {
    if (isHere(body)) {
      // What is here already needs no callback, and none of the memory of one.
      result.complete(body.toCompletableFuture().join());
    } else {
      body.whenComplete(this::ended);
    }
  }

  /** Other classes may not like the question; the JDK's own stages throw when they are asked. */
  private static boolean isHere(CompletionStage<?> body) {
    return body.getClass() == CompletableFuture.class
        && body.toCompletableFuture().isDone()
        && !body.toCompletableFuture().isCompletedExceptionally();
  }

  private void ended(T value, @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(value);
      return;
    }
    if (!wireFailed) {
      callerFailed = true;
    }
    result.completeExceptionally(failure);
  }

  private void asCaller(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      callerFailed = true;
      throw e;
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    asCaller(() -> caller.onSubscribe(this));
  }

  @Override
  public void onNext(List<ByteBuffer> items) {
    if (ended) {
      return;
    }
    // By index, since an iterator is memory that compilers do not always save.
    for (int i = 0; i < items.size(); i++) {
      received += items.get(i).remaining();
    }
    asCaller(() -> caller.onNext(items));
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
    asCaller(caller::onComplete);
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
    callerFailed = true;
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }
}
