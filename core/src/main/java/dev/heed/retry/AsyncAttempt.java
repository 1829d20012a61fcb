package dev.heed.retry;

import dev.heed.http.ResponseHead;
import dev.heed.time.TimeSource;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.Done;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import org.jspecify.annotations.Nullable;

/**
 * An attempt on the wire of an asynchronous call. It ends once: by the host, by its time limit, or
 * by the caller's cancel. What the host reports later is released.
 */
final class AsyncAttempt<R> extends Pending implements Gate, Done<R>, Runnable {

  private static final long serialVersionUID = 1;

  private final transient AsyncCall<R> call;
  private final transient AsyncExchange<R> transport;
  private transient volatile @Nullable Running running;
  private transient @Nullable Thread starter;
  private transient boolean endedInStart;
  private transient @Nullable R result;
  private transient @Nullable Throwable failure;

  AsyncAttempt(AsyncCall<R> call, AsyncExchange<R> transport) {
    this.call = call;
    this.transport = transport;
  }

  /** Starts the attempt; answers what follows where it is over already, else null. */
  @Nullable Directive launch(Outgoing outgoing) {
    starter = Thread.currentThread();
    if (outgoing.limit() > 0) {
      TimeSource time = call.settings.time;
      keepTimer(time.scheduleLimit(time.nanoTime() + outgoing.limit(), this));
    }
    if (isTaken()) {
      // The caller was quicker than the send.
      return null;
    }
    Running started;
    try {
      started = transport.start(outgoing, this, this);
    } catch (Throwable e) {
      done(null, e);
      started = () -> {};
    }
    starter = null;
    if (endedInStart) {
      return call.endedInStart(result, failure);
    }
    running = started;
    if (isTaken()) {
      // Ended or cancelled before we knew what to cancel; a second cancel does nothing.
      SafeCalls.cancel(started);
    }
    return null;
  }

  @Override
  public boolean keep(ResponseHead head) {
    if (!beginAnswer()) {
      return false;
    }
    boolean keep = false;
    try {
      keep = call.keep(head);
    } finally {
      keep &= endAnswer();
    }
    return keep;
  }

  @Override
  public void done(@Nullable R response, @Nullable Throwable failed) {
    if (Thread.currentThread() == starter && take()) {
      dropTimer();
      endedInStart = true;
      result = response;
      failure = failed;
      return;
    }
    // Put off while the gate is still being answered on another thread, and never lost.
    boolean first =
        takeOver(
            () -> {
              dropTimer();
              call.ended(response, failed);
            });
    if (!first && response != null) {
      SafeCalls.discard(transport, response);
    }
  }

  /** The time limit has passed. */
  @Override
  public void run() {
    takeOver(this::timedOut);
  }

  private void timedOut() {
    abandon();
    call.ended(null, new CallLimits.LimitPassed());
  }

  @Override
  void abandon() {
    super.abandon();
    Running current = running;
    if (current != null) {
      SafeCalls.cancel(current);
    }
  }

  /** Names the timer of the limit. */
  @Override
  public String toString() {
    return "the limit of an attempt, " + call;
  }
}
