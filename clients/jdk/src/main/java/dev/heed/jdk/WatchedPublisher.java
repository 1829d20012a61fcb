package dev.heed.jdk;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * A publisher of the caller's, watched for failures of its own: the JDK reports them as an
 * IOException like any other, but they say nothing of the server and are never retried. A length
 * that disagrees with the bytes is such a failure.
 */
final class WatchedPublisher implements BodyPublisher {

  private final BodyPublisher publisher;
  private final Runnable failed;

  /**
   * Watches a publisher.
   *
   * @param failed told when the publisher fails by itself
   */
  WatchedPublisher(BodyPublisher publisher, Runnable failed) {
    this.publisher = publisher;
    this.failed = failed;
  }

  @Override
  public long contentLength() {
    return publisher.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    try {
      publisher.subscribe(new Watcher(subscriber));
    } catch (RuntimeException e) {
      failed.run();
      throw e;
    }
  }

  private final class Watcher implements Flow.Subscriber<ByteBuffer> {

    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final long promised = publisher.contentLength();
    private long given;

    Watcher(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer item) {
      given += item.remaining();
      if (promised >= 0 && given > promised) {
        failed.run();
      }
      subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
      failed.run();
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      if (promised >= 0 && given != promised) {
        failed.run();
      }
      subscriber.onComplete();
    }
  }
}
