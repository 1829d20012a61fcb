package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Permit;
import dev.heed.observe.CallLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way through the guards of a ring, from the outside to the inside, and back. Holds the
 * permits, and settles each exactly once. A guard that fails is logged, and does not stand in the
 * way.
 *
 * <p>While an inner guard makes the asker wait, the permits of the outer ones are kept, as if one
 * guard stood inside the other.
 */
final class GuardRun {

  private final List<Guard> guards;
  private final @Nullable Permit[] permits;
  private int admitted;
  private @Nullable GuardWait waiting;

  GuardRun(List<Guard> guards) {
    this.guards = guards;
    permits = new Permit[guards.size()];
  }

  /** Asks the guards that have not admitted yet; null when all have, else the answer of one. */
  @Nullable Admission advance(Asker asker) {
    while (admitted < permits.length) {
      Admission answer = ask(asker);
      if (!(answer instanceof Permit permit)) {
        waiting = answer instanceof GuardWait wait ? wait : null;
        return answer;
      }
      permits[admitted] = permit;
      admitted++;
    }
    return null;
  }

  private Admission ask(Asker asker) {
    GuardWait turn = waiting;
    waiting = null;
    try {
      Admission answer = turn == null ? guards.get(admitted).admit(asker) : turn.again(asker);
      if (answer != null) {
        return answer;
      }
      CallLog.callbackFailed(name(guards.get(admitted)), new NullPointerException("no answer"));
    } catch (Throwable e) {
      CallLog.callbackFailed(name(guards.get(admitted)), e);
    }
    return Permit.free();
  }

  /** The guard that did not admit. */
  Guard barring() {
    return guards.get(admitted);
  }

  /** Gives everything back, innermost first. Does nothing when nothing is held. */
  void settle(Ending ending) {
    GuardWait turn = waiting;
    waiting = null;
    if (turn != null) {
      leave(turn);
    }
    while (admitted > 0) {
      admitted--;
      Permit permit = permits[admitted];
      permits[admitted] = null;
      if (permit != null) {
        settle(permit, ending);
      }
    }
  }

  private void leave(GuardWait turn) {
    try {
      turn.leave();
    } catch (Throwable e) {
      CallLog.callbackFailed(name(barring()), e);
    }
  }

  private void settle(Permit permit, Ending ending) {
    try {
      permit.settle(ending);
    } catch (Throwable e) {
      CallLog.callbackFailed(name(guards.get(admitted)), e);
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
