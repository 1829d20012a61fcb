package dev.heed.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A body that a time limit may cut on another thread. Signals to the caller's subscriber stay
 * serial, and nobody waits for a subscriber that is stuck: a failure that comes meanwhile is left
 * for the thread that is in it. Apart from bodies without a limit, which need none of this.
 */
final class CuttableBody<T> extends KeptBody<T> {

  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile @Nullable Throwable failure;
  private volatile boolean cut;
  private volatile Flow.@Nullable Subscription wire;

  CuttableBody(BodySubscriber<T> caller, long expected) {
    super(caller, expected);
  }

  @Override
  boolean callerFailed() {
    return !cut && super.callerFailed();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    wire = given;
    super.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> items) {
    if (failure != null) {
      return;
    }
    boolean mine = takeTurn();
    try {
      super.onNext(items);
    } finally {
      endTurn(mine);
    }
  }

  @Override
  public void onComplete() {
    if (failure != null) {
      return;
    }
    boolean mine = takeTurn();
    try {
      super.onComplete();
    } finally {
      endTurn(mine);
    }
  }

  @Override
  public void onError(Throwable failed) {
    if (failure == null) {
      failure = failed;
    }
    tellFailure();
  }

  private boolean takeTurn() {
    return busy.compareAndSet(false, true);
  }

  private void endTurn(boolean mine) {
    if (mine) {
      busy.set(false);
      tellFailure();
    }
  }

  private void tellFailure() {
    Throwable failed = failure;
    // Who has the turn looks for a failure when it is over.
    if (failed != null && takeTurn()) {
      super.onError(failed);
      busy.set(false);
    }
  }

  /** The attempt's time is over: it ends now, whatever the subscriber is doing. */
  void cut() {
    HttpTimeoutException late = new HttpTimeoutException("the body took too long");
    cut = true;
    // Before the cancel, which a later JDK reports as an error of its own.
    if (failure == null) {
      failure = late;
    }
    fail(late);
    Flow.Subscription current = wire;
    if (current != null) {
      current.cancel();
    }
    tellFailure();
  }
}
