package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardKind;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Partitions;
import dev.heed.guard.Refusal;
import dev.heed.guard.Settlement;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.observe.AskedWait;
import dev.heed.observe.CallLog;
import dev.heed.observe.RetryDecision;
import dev.heed.transport.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one call has to do with guards: its partition, the permits that it and its running attempt
 * hold, and the token that the next retry has taken from the budget. Only calls of plans with
 * guards have one. It asks for itself and is its own ending, so that nothing more is made per
 * attempt.
 *
 * <p>Like the call itself it is used by one thread at a time. Attempts that run side by side need
 * one each, on one partition: they share the guards and the budget there.
 */
final class Guarded extends Permits implements Allowance {

  private static final int REQUEST_TIMEOUT = 408;

  private final Partitions partitions;
  private final RequestHead request;
  private int attempt;
  private boolean tokenTaken;
  private Settlement settlement = Settlement.IGNORED;
  private int status;
  private @Nullable Throwable failure;
  private @Nullable ResponseHead lastHead;
  private @Nullable RefusedException refused;

  Guarded(Partitions partitions, RequestHead request) {
    super(partitions.of(request));
    this.partitions = partitions;
    this.request = request;
    if (partition().retryBudget() instanceof RetryTokens budget) {
      budget.called();
    }
  }

  /** For an attempt that runs beside others of its call, which was counted when it began. */
  Guarded(Partitions partitions, RequestHead request, @Nullable ResponseHead lastHead) {
    super(partitions.sentTo(request));
    this.partitions = partitions;
    this.request = request;
    this.lastHead = lastHead;
    passCallRing();
  }

  @Nullable ResponseHead lastHead() {
    return lastHead;
  }

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public Settlement settlement() {
    return settlement;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Asks the guards of a ring.
   *
   * @param number of the attempt that is to be made; 0 asks those of the call ring
   * @return what follows in place of going ahead; null when all have admitted
   */
  @Nullable Directive admit(int number, Call<?> call) {
    Barred barred = ask(number);
    if (barred == null) {
      return null;
    }
    Machine machine = call.answering();
    String no = barred.refusal();
    Directive next = no == null ? machine.onGuardWait(barred) : machine.onRefused(barred, no);
    if (next instanceof Directive.Fail fail) {
      refused = new RefusedException(barred, fail.why(), lastHead);
    }
    call.history().barred(barred, next);
    return next;
  }

  private @Nullable Barred ask(int number) {
    attempt = number;
    Admission answer;
    do {
      if (partition().isEvicted()) {
        movePartition(number == 0);
      }
      answer = number == 0 ? askForCall() : askForAttempt();
      // A guard that was dropped while it was asked would count apart from the one in its place.
    } while (answer == null && partition().isEvicted());
    return answer == null ? null : barred(answer, barring());
  }

  private void movePartition(boolean wholeCall) {
    ended(Settlement.IGNORED, 0, null);
    if (wholeCall) {
      settleCall();
    } else {
      settleAttempt();
    }
    moveTo(wholeCall ? partitions.of(request) : partitions.sentTo(request));
  }

  private Barred barred(Admission answer, Guard guard) {
    GuardKind kind = guard.family().kind();
    String name = guard.family().name();
    if (answer instanceof GuardWait wait) {
      long until = wait.until();
      Duration time = Duration.ofNanos(Math.max(0, until - partition().time().nanoTime()));
      return new Barred(kind, name, partition().key(), null, until, time);
    }
    Refusal refusal = (Refusal) answer;
    Duration time = refusal.retryAfter().orElse(null);
    return new Barred(kind, name, partition().key(), refusal.reason(), 0, time);
  }

  /** A head has arrived: the guards of the attempt ring learn at once of a wait it asks for. */
  void headArrived(ResponseHead head, @Nullable AskedWait asked, long arrived) {
    lastHead = head;
    long nanos = asked == null ? 0 : RetryPolicy.saturatedNanos(asked.duration());
    if (nanos <= 0) {
      return;
    }
    // More than the clock can tell apart is as good as for ever.
    long until = arrived + Math.min(nanos, Long.MAX_VALUE / 4);
    List<Guard> guards = partition().guards();
    for (int i = partition().guardsOfCalls(); i < guards.size(); i++) {
      try {
        guards.get(i).hinted(until);
      } catch (Throwable e) {
        CallLog.callbackFailed("a guard that was told of a hint", e);
      }
    }
  }

  @Override
  public @Nullable String take() {
    Guard budget = partition().retryBudget();
    if (budget != null && budget.admit(this) instanceof Refusal refusal) {
      return refusal.reason();
    }
    tokenTaken = budget != null;
    return null;
  }

  /** The attempt that a token was taken for is being made: it is used up. */
  void attemptBegins() {
    tokenTaken = false;
  }

  /** The attempt is over: its permits are settled. Does nothing when they are already. */
  void attemptEnded(Settlement how, int ended, @Nullable Throwable raised) {
    ended(how, ended, raised);
    settleAttempt();
  }

  /** The call is over: whatever it still holds is given back. */
  void callEnded(Settlement how, int ended, @Nullable Throwable raised) {
    attemptEnded(Settlement.IGNORED, ended, raised);
    ended(how, ended, raised);
    settleCall();
    if (tokenTaken && partition().retryBudget() instanceof RetryTokens budget) {
      tokenTaken = false;
      budget.giveBack();
    }
  }

  private void ended(Settlement how, int ended, @Nullable Throwable raised) {
    settlement = how;
    status = ended;
    failure = raised;
  }

  /** The exception of a call that a guard has ended; null when none has. */
  @Nullable RefusedException refused() {
    return refused;
  }

  /** Why a guard has ended the call; null when none has. */
  @Nullable RetryDecision ending() {
    return refused == null ? null : refused.decision();
  }

  static Settlement ofStatus(int status) {
    if (status >= 500 || status == REQUEST_TIMEOUT) {
      return Settlement.FAILURE;
    }
    return status < 400 ? Settlement.SUCCESS : Settlement.IGNORED;
  }

  /**
   * What a failure says of the server. That the call's time is over says something only where the
   * attempt had no limit of its own: a server that hangs must not go unnoticed, but one that was
   * given the last milliseconds of a call has done nothing wrong.
   */
  static Settlement ofFailure(FailureKind kind, boolean attemptLimited) {
    return switch (kind) {
      case TRANSPORT, NOT_PROCESSED, TIMED_OUT -> Settlement.FAILURE;
      case CALL_TIMED_OUT -> attemptLimited ? Settlement.IGNORED : Settlement.FAILURE;
      case STAGE, CERTIFICATE, CREDENTIALS, CALLER, BODY, REFUSED, CANCELLED, INTERRUPTED ->
          Settlement.IGNORED;
    };
  }
}
