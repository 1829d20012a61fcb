package dev.heed.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A body that a time limit may cut on another thread. Signals to the caller's subscriber stay
 * serial: the cut takes its turn. Apart from bodies without a limit, which need no lock.
 */
final class CuttableBody<T> extends KeptBody<T> {

  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile @Nullable HttpTimeoutException cut;
  private volatile Flow.@Nullable Subscription wire;

  CuttableBody(BodySubscriber<T> caller, long expected) {
    super(caller, expected);
  }

  @Override
  boolean callerFailed() {
    return cut == null && super.callerFailed();
  }

  @Override
  public CompletionStage<T> getBody() {
    var unused =
        super.getBody()
            .whenComplete(
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
    wire = given;
    super.onSubscribe(given);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> items) {
    super.onNext(items);
  }

  @Override
  public synchronized void onError(Throwable failure) {
    HttpTimeoutException late = cut;
    super.onError(late == null ? failure : late);
  }

  @Override
  public synchronized void onComplete() {
    super.onComplete();
  }

  /** The attempt's time is over: it ends now, whatever the subscriber is doing. */
  void cut() {
    HttpTimeoutException late = new HttpTimeoutException("the body took too long");
    cut = late;
    result.completeExceptionally(late);
    Flow.Subscription current = wire;
    if (current != null) {
      current.cancel();
    }
    onError(late);
  }
}
