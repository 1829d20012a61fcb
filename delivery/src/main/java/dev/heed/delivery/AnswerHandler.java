package dev.heed.delivery;

import dev.heed.hint.Hint;
import dev.heed.hint.HintReader;
import dev.heed.http.ResponseHead;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives one answer. The head is kept as soon as it is there, with its time and its hint, since
 * the status decides, whatever becomes of the body after it. Of the body the first mebibyte is
 * kept.
 */
final class AnswerHandler implements BodyHandler<byte[]> {

  private static final int MOST = 1 << 20;

  private final QueueClock clock;
  private final HintReader hints;
  private final Telling telling;
  private volatile @Nullable Head head;
  private volatile byte[] body = {};

  /**
   * The head of an answer.
   *
   * @param at when it arrived, on the queue's clock: waits count from here
   */
  record Head(ResponseHead head, Hint hint, Instant at) {}

  AnswerHandler(QueueClock clock, HintReader hints, Telling telling) {
    this.clock = clock;
    this.hints = hints;
    this.telling = telling;
  }

  /** The head that has arrived; null when none has. */
  @Nullable Head head() {
    return head;
  }

  /** What has arrived of the body, once the body has ended. */
  byte[] body() {
    return body;
  }

  @Override
  public BodySubscriber<byte[]> apply(ResponseInfo info) {
    Instant at = clock.now();
    ResponseHead seen = ResponseHead.of(info);
    head = new Head(seen, hint(seen), at);
    return new Collecting();
  }

  private Hint hint(ResponseHead seen) {
    try {
      return hints.read(seen, clock.wall());
    } catch (RuntimeException e) {
      telling.trouble("the hint reader failed; the answer counts as one without a hint", e);
      return Hint.none();
    }
  }

  /** Collects what it can, and takes what it has when the body breaks. */
  private final class Collecting implements BodySubscriber<byte[]> {

    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final List<byte[]> parts = new ArrayList<>();
    private int length;

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        byte[] part = new byte[Math.min(buffer.remaining(), MOST - length)];
        buffer.get(part);
        parts.add(part);
        length += part.length;
      }
    }

    @Override
    public void onError(Throwable failure) {
      end();
    }

    @Override
    public void onComplete() {
      end();
    }

    private void end() {
      body = joined();
      whole.complete(body);
    }

    private byte[] joined() {
      byte[] all = new byte[length];
      int at = 0;
      for (byte[] part : parts) {
        System.arraycopy(part, 0, all, at, part.length);
        at += part.length;
      }
      return all;
    }
  }
}
