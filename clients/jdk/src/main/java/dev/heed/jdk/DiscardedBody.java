package dev.heed.jdk;

import dev.heed.time.TimeSource;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** Stands in for a result that nobody looks at. */
  private final BodySubscriber<T> nothing = BodySubscribers.replacing(null);

  private final AtomicBoolean ended = new AtomicBoolean();
  private final TimeSource time;
  private final long announced;
  private final long limitEnd;
  private long read;
  private Flow.@Nullable Subscription subscription;
  private TimeSource.@Nullable Timer limit;

  /**
   * A body to throw away.
   *
   * @param announced its length as the head says; negative when it says nothing
   * @param longest the time that is left for it in nanoseconds
   */
  DiscardedBody(TimeSource time, long announced, long longest) {
    this.time = time;
    this.announced = announced;
    this.limitEnd = time.nanoTime() + Math.min(longest, MAX_NANOS);
  }

  @Override
  public CompletionStage<T> getBody() {
    return nothing.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (announced > MAX_BYTES) {
      cut();
      return;
    }
    limit = time.schedule(limitEnd, this::cut);
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
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    TimeSource.Timer timer = limit;
    if (timer != null) {
      timer.cancel();
    }
    nothing.onComplete();
  }
}
