package dev.heed.verify.conformance;

import dev.heed.time.TimeSource;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Bodies that are not treated as they should be. */
final class Bodies {

  private Bodies() {}

  /** Takes a failure for the end. */
  static final class Complete<T> implements BodySubscriber<T> {

    private final BodySubscriber<T> right;

    Complete(BodySubscriber<T> right) {
      this.right = right;
    }

    @Override
    public CompletionStage<T> getBody() {
      return right.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      right.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      right.onNext(items);
    }

    @Override
    public void onError(Throwable failure) {
      right.onComplete();
    }

    @Override
    public void onComplete() {
      right.onComplete();
    }
  }

  /** Is finished before it has begun, and never asks for a byte. */
  static final class NeverRead<T> implements BodySubscriber<T> {

    @Override
    public CompletionStage<T> getBody() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      // Nothing is asked for.
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      throw new AssertionError("nothing was asked for");
    }

    @Override
    public void onError(Throwable failure) {
      // Nobody looks.
    }

    @Override
    public void onComplete() {
      // Nobody looks.
    }
  }

  /** Reads on for a time, whatever comes, and then cuts. */
  static final class ReadOn<T> implements BodySubscriber<T> {

    private final CompletableFuture<T> ended = new CompletableFuture<>();
    private final Duration time;

    ReadOn(Duration time) {
      this.time = time;
    }

    @Override
    public CompletionStage<T> getBody() {
      return ended;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      TimeSource clock = TimeSource.system();
      clock.schedule(
          clock.nanoTime() + time.toNanos(),
          () -> {
            ended.complete(null);
            subscription.cancel();
          });
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      // Nobody wants it.
    }

    @Override
    public void onError(Throwable failure) {
      ended.complete(null);
    }

    @Override
    public void onComplete() {
      ended.complete(null);
    }
  }

  /** A part of a body that is said to be all of it. */
  record Part(BodyPublisher whole, long from, long to) implements BodyPublisher {

    @Override
    public long contentLength() {
      return to - from;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      whole.subscribe(new Cutting(subscriber, from, to));
    }
  }

  private static final class Cutting implements Flow.Subscriber<ByteBuffer> {

    private final Flow.Subscriber<? super ByteBuffer> right;
    private final long from;
    private final long to;
    private long position;

    Cutting(Flow.Subscriber<? super ByteBuffer> right, long from, long to) {
      this.right = right;
      this.from = from;
      this.to = to;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      right.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer item) {
      int start = item.position();
      int length = item.remaining();
      int skip = (int) Math.min(length, Math.max(0, from - position));
      int end = (int) Math.max(skip, Math.min(length, to - position));
      position += length;
      right.onNext(item.slice(start + skip, end - skip));
    }

    @Override
    public void onError(Throwable failure) {
      right.onError(failure);
    }

    @Override
    public void onComplete() {
      right.onComplete();
    }
  }
}
