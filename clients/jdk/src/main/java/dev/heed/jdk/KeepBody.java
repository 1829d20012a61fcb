package dev.heed.jdk;

import dev.heed.transport.BodyTooLargeException;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a one-shot body into memory, up to a limit. */
final class KeepBody implements Flow.Subscriber<ByteBuffer>, Runnable {

  private final BodyPublisher publisher;
  private final int limit;
  private final CompletableFuture<byte[]> kept = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private volatile Flow.@Nullable Subscription subscription;

  /** A reader of this publisher, which begins when it is run. */
  KeepBody(BodyPublisher publisher, int limit) {
    this.publisher = publisher;
    this.limit = limit;
  }

  /** Completes with the bytes; fails when there are too many, or with the body's own failure. */
  CompletableFuture<byte[]> bytes() {
    return kept;
  }

  @Override
  public void run() {
    try {
      if (publisher.contentLength() > limit) {
        kept.completeExceptionally(tooLarge());
      } else {
        publisher.subscribe(this);
      }
    } catch (Throwable e) {
      // The caller's own code: whatever it throws belongs to the call and not to this thread.
      kept.completeExceptionally(e);
    }
  }

  /** Nobody needs the bytes any more. */
  void stop() {
    Flow.Subscription current = subscription;
    if (!kept.isDone() && current != null) {
      current.cancel();
    }
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
      Flow.Subscription current = subscription;
      if (current != null) {
        current.cancel();
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
    long promised = publisher.contentLength();
    if (promised >= 0 && bytes.size() != promised) {
      kept.completeExceptionally(
          new IllegalStateException(
              "the body publisher promised " + promised + " bytes and gave " + bytes.size()));
      return;
    }
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
