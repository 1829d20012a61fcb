package dev.heed.retry;

import dev.heed.time.TimeSource.Timer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What an asynchronous call is waiting for: an attempt, a timer, or a stage. Exactly one party
 * takes it over (the end of what was waited for, a time limit, or the caller's cancel) and with it
 * the call, so that a call is never advanced by two threads.
 *
 * <p>While a gate is being answered, taking over is put off until the answer is there: the party
 * leaves its action behind and the thread that answers runs it. Nobody blocks.
 */
abstract class Pending extends AtomicReference<Object> {

  private static final long serialVersionUID = 1;

  private enum State {
    LIVE,
    ANSWERING,
    TAKEN
  }

  private transient volatile @Nullable Timer timer;

  Pending() {
    super(State.LIVE);
  }

  /** Stops what was waited for. Called by the party that has taken over. */
  void abandon() {
    dropTimer();
  }

  /** A timer that goes with the wait; taken back at once when the wait is over already. */
  final void keepTimer(Timer scheduled) {
    timer = scheduled;
    if (isTaken()) {
      scheduled.cancel();
    }
  }

  final void dropTimer() {
    Timer current = timer;
    if (current != null) {
      current.cancel();
    }
  }

  /** Takes over and runs the action, now or soon; false when another party was first. */
  final boolean takeOver(Runnable action) {
    for (; ; ) {
      Object seen = get();
      if (seen == State.LIVE && compareAndSet(State.LIVE, State.TAKEN)) {
        action.run();
        return true;
      }
      if (seen == State.ANSWERING && compareAndSet(State.ANSWERING, action)) {
        return true;
      }
      if (seen != State.LIVE && seen != State.ANSWERING) {
        return false;
      }
    }
  }

  /** Takes over without an action; false when another party was first or a gate is answered. */
  final boolean take() {
    return compareAndSet(State.LIVE, State.TAKEN);
  }

  /** Whether a party has taken over; a gate that is being answered is nobody's yet. */
  final boolean isTaken() {
    Object seen = get();
    return seen != State.LIVE && seen != State.ANSWERING;
  }

  final boolean beginAnswer() {
    return compareAndSet(State.LIVE, State.ANSWERING);
  }

  /** False when a party has taken over in the meantime; its action has then been run. */
  final boolean endAnswer() {
    if (compareAndSet(State.ANSWERING, State.LIVE)) {
      return true;
    }
    Runnable action = (Runnable) getAndSet(State.TAKEN);
    action.run();
    return false;
  }
}
