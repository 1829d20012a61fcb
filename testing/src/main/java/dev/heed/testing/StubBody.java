package dev.heed.testing;

import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Gives the body of a reply to the caller's subscriber, as it asks for it and as the reply's pace
 * allows. Signals are serial: whoever comes while a signal is being given leaves its turn to that
 * thread.
 */
final class StubBody implements Flow.Subscription {

  private final StubExchange<?> exchange;
  private final BodySubscriber<?> subscriber;
  private final Reply reply;
  private final byte[] bytes;
  private final int end;
  private final Ending.Kind ending;
  private final long start;
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicLong demand = new AtomicLong();
  private volatile @Nullable Throwable failure;
  private volatile boolean cancelled;
  private volatile boolean ended;
  private int position;
  private volatile boolean waiting;

  /**
   * A body.
   *
   * @param present whether the response to this method has a body at all
   */
  StubBody(StubExchange<?> exchange, BodySubscriber<?> subscriber, Reply reply, boolean present) {
    this.exchange = exchange;
    this.subscriber = subscriber;
    this.reply = reply;
    this.bytes = reply.content().body;
    this.end = present ? reply.end() : 0;
    this.ending = present ? reply.ending().kind() : Ending.Kind.WHOLE;
    this.start = exchange.time().nanoTime();
  }

  void begin() {
    subscriber.onSubscribe(this);
    run();
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      fail(new IllegalArgumentException("a subscriber asks for at least one item, not " + n));
      return;
    }
    demand.updateAndGet(asked -> asked + n < 0 ? Long.MAX_VALUE : asked + n);
    boolean idle = turns.get() == 0;
    run();
    if (idle) {
      exchange.moveClockForReader();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    if (!ended) {
      exchange.bodyCancelled();
    }
  }

  /** Ends the body with a failure, unless it has ended. */
  void fail(Throwable reason) {
    failure = reason;
    run();
  }

  private void run() {
    if (turns.getAndIncrement() != 0) {
      return;
    }
    int taken = 1;
    while (taken != 0) {
      try {
        while (step()) {
          // Goes on until there is nothing to give.
        }
      } catch (RuntimeException | Error e) {
        subscriberFailed(e);
      }
      taken = turns.addAndGet(-taken);
    }
  }

  /** As the JDK's client does it: the subscriber hears of its own failure, and so does the call. */
  private void subscriberFailed(Throwable thrown) {
    ended = true;
    try {
      subscriber.onError(thrown);
    } catch (RuntimeException | Error e) {
      thrown.addSuppressed(e);
    }
    exchange.end(new IOException("the body subscriber failed: " + thrown, thrown));
  }

  /** Gives one signal; false when there is none to give now. */
  private boolean step() {
    Throwable failed = failure;
    if (ended || cancelled) {
      return false;
    }
    if (failed != null) {
      ended = true;
      subscriber.onError(failed);
      return false;
    }
    if (position == end) {
      finish();
      return false;
    }
    return demand.get() > 0 && isDue() && give();
  }

  private boolean isDue() {
    if (waiting) {
      return false;
    }
    long due = start + reply.pace().nanosUntil(position);
    waiting = due - exchange.time().nanoTime() > 0;
    if (waiting) {
      exchange.onTime(due, "the next bytes of the body", this::goOn);
    }
    return !waiting;
  }

  private void goOn() {
    waiting = false;
    run();
  }

  private boolean give() {
    if (demand.get() != Long.MAX_VALUE) {
      demand.decrementAndGet();
    }
    int chunk = reply.pace().chunk();
    int length = chunk > 0 ? Math.min(chunk, end - position) : end - position;
    ByteBuffer item = ByteBuffer.wrap(bytes, position, length).slice().asReadOnlyBuffer();
    position += length;
    subscriber.onNext(List.of(item));
    return true;
  }

  private void finish() {
    switch (ending) {
      case STALL -> exchange.stalls();
      case CUT ->
          finish(
              new IOException(
                  "the connection was closed after " + end + " of " + bytes.length + " bytes"));
      case RESET -> finish(reset());
      default -> {
        ended = true;
        exchange.bodyIsComplete();
        subscriber.onComplete();
      }
    }
  }

  private void finish(IOException reason) {
    ended = true;
    exchange.bodyIsComplete();
    subscriber.onError(reason);
  }

  static IOException reset() {
    return new IOException("Connection reset", new SocketException("Connection reset"));
  }
}
