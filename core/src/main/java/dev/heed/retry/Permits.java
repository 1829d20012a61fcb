package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.observe.CallLog;
import org.jspecify.annotations.Nullable;

/**
 * The way of one call through the guards of its partition, from the outside to the inside and back:
 * those of the call ring once, those of the attempt ring for each attempt. Holds the permits, and
 * settles each exactly once. A guard that fails is logged, and does not stand in the way.
 *
 * <p>While an inner guard makes the call wait, the permits of the outer ones are kept, as if one
 * guard stood inside the other. Used by one thread at a time.
 */
abstract class Permits implements Asker, Ending {

  private Partition partition;
  private final @Nullable Permit[] held;
  private int admitted;
  private @Nullable GuardWait turn;

  Permits(Partition partition) {
    this.partition = partition;
    held = new Permit[partition.guards().size()];
  }

  /** For an attempt beside others of its call, which holds the permits of the call ring. */
  final void passCallRing() {
    admitted = partition.guardsOfCalls();
  }

  final Partition partition() {
    return partition;
  }

  /** The partition that has taken the place of one that was dropped. */
  final void moveTo(Partition other) {
    partition = other;
  }

  /** Asks the guards of the call ring that have not admitted yet; null when all have. */
  final @Nullable Admission askForCall() {
    return askUpTo(partition.guardsOfCalls());
  }

  /** The same for the guards of the attempt ring, after those of the call ring have. */
  final @Nullable Admission askForAttempt() {
    return askUpTo(held.length);
  }

  private @Nullable Admission askUpTo(int end) {
    while (admitted < end) {
      Admission answer = ask(barring());
      if (!(answer instanceof Permit permit)) {
        return answer;
      }
      held[admitted] = permit;
      admitted++;
    }
    return null;
  }

  /** The guard that did not admit. */
  final Guard barring() {
    return partition.guards().get(admitted);
  }

  private Admission ask(Guard guard) {
    GuardWait waited = turn;
    turn = null;
    try {
      Admission answer = waited == null ? guard.admit(this) : waited.again(this);
      if (answer != null) {
        turn = answer instanceof GuardWait wait ? wait : null;
        return answer;
      }
      CallLog.callbackFailed(name(guard), new NullPointerException("no answer"));
    } catch (Throwable e) {
      CallLog.callbackFailed(name(guard), e);
    }
    return Permit.free();
  }

  /** Gives back what is held for the attempt, innermost first; nothing when nothing is held. */
  final void settleAttempt() {
    settleDownTo(partition.guardsOfCalls());
  }

  /** Gives back whatever is held, innermost first; nothing when nothing is held. */
  final void settleCall() {
    settleDownTo(0);
  }

  private void settleDownTo(int end) {
    leave();
    while (admitted > end) {
      admitted--;
      Permit permit = held[admitted];
      held[admitted] = null;
      if (permit != null) {
        settle(permit);
      }
    }
  }

  private void leave() {
    GuardWait waited = turn;
    turn = null;
    if (waited == null) {
      return;
    }
    try {
      waited.leave();
    } catch (Throwable e) {
      CallLog.callbackFailed("a guard whose line was left", e);
    }
  }

  private void settle(Permit permit) {
    try {
      permit.settle(this);
    } catch (Throwable e) {
      CallLog.callbackFailed(name(barring()), e);
    }
  }

  private static String name(Guard guard) {
    try {
      return "guard " + guard.family().name();
    } catch (Throwable e) {
      return "a guard";
    }
  }
}
