package dev.heed.jdk;

import dev.heed.time.TimeSource;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Throws a body away. A small one is read to its end, which leaves the connection usable; one that
 * is too long or too slow is cut, which costs the connection on HTTP/1.1 and a stream on HTTP/2.
 * The wait before the next attempt is already counting meanwhile.
 */
final class DiscardedBody<T> implements BodySubscriber<T> {

  /** Bytes worth reading to keep a connection. */
  private static final long MAX_BYTES = 64 << 10;

  /** Time worth spending to keep a connection: 250 ms. */
  private static final long MAX_NANOS = 250_000_000;

  private final CompletableFuture<@Nullable T> gone = new CompletableFuture<>();
  private final TimeSource time;
  private final long announced;
  private long read;
  private Flow.@Nullable Subscription subscription;
  private TimeSource.@Nullable Timer limit;

  DiscardedBody(TimeSource time, long announced) {
    this.time = time;
    this.announced = announced;
  }

  @Override
  @SuppressWarnings("NullAway") // The response of a discarded attempt is looked at by nobody.
  public CompletionStage<T> getBody() {
    return (CompletionStage<T>) gone;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (announced > MAX_BYTES) {
      cut();
      return;
    }
    limit = time.schedule(time.nanoTime() + MAX_NANOS, this::cut);
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> items) {
    for (ByteBuffer item : items) {
      read += item.remaining();
    }
    if (read > MAX_BYTES) {
      cut();
    }
  }

  @Override
  public void onError(Throwable failure) {
    // A drain that fails is not a failed attempt.
    end();
  }

  @Override
  public void onComplete() {
    end();
  }

  private void cut() {
    // Ended first: a later JDK reports the cut as an error of the body.
    end();
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }

  private void end() {
    TimeSource.Timer timer = limit;
    if (timer != null) {
      timer.cancel();
    }
    gone.complete(null);
  }
}
