package dev.heed.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request, as a client does that sends it. */
final class Upload implements Flow.Subscriber<ByteBuffer> {

  private final @Nullable BodyPublisher publisher;
  private final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean stopped;

  Upload(@Nullable BodyPublisher publisher) {
    this.publisher = publisher;
  }

  /** The whole body; fails with an {@code IOException} when the publisher fails. */
  CompletableFuture<byte[]> bytes() {
    return bytes;
  }

  void start() {
    if (publisher == null) {
      bytes.complete(new byte[0]);
      return;
    }
    try {
      publisher.subscribe(this);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Nobody needs the body any more. */
  void stop() {
    stopped = true;
    Flow.Subscription current = subscription;
    if (!bytes.isDone() && current != null) {
      current.cancel();
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (stopped) {
      given.cancel();
    } else {
      given.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(ByteBuffer item) {
    byte[] chunk = new byte[item.remaining()];
    item.get(chunk);
    read.writeBytes(chunk);
  }

  @Override
  public void onError(Throwable failure) {
    fail(failure);
  }

  /** As the JDK's client raises it. */
  private void fail(Throwable failure) {
    bytes.completeExceptionally(
        failure instanceof IOException
            ? failure
            : new IOException("the body publisher failed: " + failure, failure));
  }

  @Override
  public void onComplete() {
    long promised = publisher == null ? 0 : publisher.contentLength();
    if (promised >= 0 && promised != read.size()) {
      bytes.completeExceptionally(
          new IOException(
              "the body publisher promised " + promised + " bytes and gave " + read.size()));
    } else {
      bytes.complete(read.toByteArray());
    }
  }
}
