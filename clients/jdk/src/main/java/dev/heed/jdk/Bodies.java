package dev.heed.jdk;

import dev.heed.http.Replayability;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the JDK's own bodies, told by their classes: a publisher says nothing of whether
 * it can be subscribed twice, and a one-shot one sends an empty body the second time without an
 * error. Everything unknown counts as one-shot.
 */
final class Bodies {

  private static final Class<?> EMPTY = BodyPublishers.noBody().getClass();
  private static final Class<?> BYTES = BodyPublishers.ofByteArray(new byte[0]).getClass();
  private static final Class<?> TEXT = BodyPublishers.ofString("").getClass();

  /** A publisher of files cannot be made without a file, so its class is known by its name. */
  private static final String FILE = "jdk.internal.net.http.RequestPublishers$FilePublisher";

  private static final Class<?> COLLECTING = BodySubscribers.ofByteArray().getClass();
  private static final Class<?> DROPPING = BodySubscribers.discarding().getClass();

  private Bodies() {}

  static Replayability replayability(@Nullable BodyPublisher publisher) {
    return publisher == null || isInMemory(publisher) || isFile(publisher)
        ? Replayability.REPLAYABLE
        : Replayability.ONE_SHOT;
  }

  static boolean isInMemory(BodyPublisher publisher) {
    Class<?> type = publisher.getClass();
    return type == EMPTY || type == BYTES || type == TEXT;
  }

  private static boolean isFile(BodyPublisher publisher) {
    Class<?> type = publisher.getClass();
    return type.getModule() == BYTES.getModule() && type.getName().equals(FILE);
  }

  /**
   * Whether a subscriber of the JDK's collects in memory, so that a new one starts from nothing.
   */
  static boolean startsFromNothing(BodySubscriber<?> subscriber) {
    Class<?> type = subscriber.getClass();
    return type == COLLECTING || type == DROPPING;
  }

  /** The bytes of a publisher that has them in memory: such a one gives them at once. */
  static byte[] bytes(BodyPublisher inMemory) {
    Collected collected = new Collected((int) Math.max(0, inMemory.contentLength()));
    inMemory.subscribe(collected);
    return collected.bytes;
  }

  private static final class Collected implements Flow.Subscriber<ByteBuffer> {

    private final byte[] bytes;
    private int position;

    Collected(int length) {
      bytes = new byte[length];
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer item) {
      int length = item.remaining();
      item.get(bytes, position, length);
      position += length;
    }

    @Override
    public void onError(Throwable failure) {
      throw new IllegalStateException("bytes in memory cannot be read", failure);
    }

    @Override
    public void onComplete() {
      // All bytes are there.
    }
  }
}
