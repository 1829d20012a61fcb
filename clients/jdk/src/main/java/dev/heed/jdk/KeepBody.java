package dev.heed.jdk;

import dev.heed.transport.BodyTooLargeException;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a one-shot body into memory, up to a limit. */
final class KeepBody implements Flow.Subscriber<ByteBuffer> {

  private final int limit;
  private final CompletableFuture<byte[]> kept = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  private KeepBody(int limit) {
    this.limit = limit;
  }

  /** Completes with the bytes; fails when there are too many, or with the body's own failure. */
  static CompletableFuture<byte[]> of(BodyPublisher publisher, int limit) {
    KeepBody reader = new KeepBody(limit);
    if (publisher.contentLength() > limit) {
      reader.kept.completeExceptionally(reader.tooLarge());
      return reader.kept;
    }
    try {
      publisher.subscribe(reader);
    } catch (RuntimeException e) {
      reader.kept.completeExceptionally(e);
    }
    return reader.kept.thenApply(bytes -> checked(bytes, publisher.contentLength()));
  }

  private static byte[] checked(byte[] bytes, long promised) {
    if (promised >= 0 && bytes.length != promised) {
      throw new IllegalStateException(
          "the body publisher promised " + promised + " bytes and gave " + bytes.length);
    }
    return bytes;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ByteBuffer item) {
    if (kept.isDone()) {
      return;
    }
    if (item.remaining() > limit - bytes.size()) {
      kept.completeExceptionally(tooLarge());
      if (subscription != null) {
        subscription.cancel();
      }
      return;
    }
    byte[] chunk = new byte[item.remaining()];
    item.get(chunk);
    bytes.writeBytes(chunk);
  }

  @Override
  public void onError(Throwable failure) {
    kept.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    kept.complete(bytes.toByteArray());
  }

  private BodyTooLargeException tooLarge() {
    return new BodyTooLargeException(
        "a one-shot body above "
            + limit
            + " bytes cannot be kept for a retry; "
            + BodyTooLargeException.WAYS_OUT);
  }
}
