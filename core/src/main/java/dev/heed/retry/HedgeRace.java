package dev.heed.retry;

import dev.heed.guard.Guard;
import dev.heed.guard.Refusal;
import dev.heed.http.ResponseHead;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.time.TimeSource;
import dev.heed.transport.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The driver of attempts that run side by side: it starts them, asks the {@link HedgeMachine} what
 * each outcome means, cancels those that have lost, and waits for nobody but the winner.
 *
 * <p>The lock is held while the machine decides and never while anything else runs: no host, stage,
 * guard or listener is called under it.
 */
final class HedgeRace<R> extends Pending {

  private static final long serialVersionUID = 1;

  /** A question to the machine. */
  @FunctionalInterface
  private interface Question {
    HedgeMachine.Answer ask(long now, @Nullable String overdrawn);
  }

  /**
   * A hedge asked from the budget before it is known whether one starts.
   *
   * @param taken whether it has to be given back if none does
   * @param overdrawn why there is none left; null when there is
   */
  private record Share(boolean taken, @Nullable String overdrawn) {

    static final Share NONE = new Share(false, null);
  }

  private final transient HedgedCall<R> call;
  private final transient Hedging hedging;
  private final transient TimeSource time;
  private final transient List<HedgePlace> places;
  private final transient HedgeMachine machine;
  private final transient Guarded budget;
  private final transient Object lock = new Object();
  private final transient List<HedgeBranch<R>> branches = new ArrayList<>(4);
  private transient TimeSource.@Nullable Timer nextHedge;
  private transient volatile @Nullable ResponseHead lastHead;

  HedgeRace(HedgedCall<R> call, Hedging hedging) {
    this.call = call;
    this.hedging = hedging;
    time = call.settings.time;
    budget = Objects.requireNonNull(call.guarded, "a plan that hedges has partitions");
    places = HedgePlace.of(call.request(), call.settings, hedging);
    machine =
        new HedgeMachine(
            new HedgeFacts(
                call.facts(),
                call.settings.policy.methods().toString(),
                places.stream().map(HedgePlace::partition).toList(),
                hedging.policy.endpoints().isEmpty()));
  }

  /** The head of the last response that was not acceptable; null when there was none. */
  @Nullable ResponseHead lastHead() {
    return lastHead;
  }

  /** Starts the first attempt, on the thread of the call. */
  void begin() {
    HedgeMachine.Start first;
    synchronized (lock) {
      first = machine.begin();
    }
    launch(first);
  }

  private void launch(HedgeMachine.Start start) {
    RetryDecision why = start.why();
    if (why != null) {
      call.hedgedHistory().hedgeDecided(start.number(), why);
    }
    long delay;
    try {
      HedgePlace place = places.get(start.place());
      HedgeBranch<R> branch = new HedgeBranch<>(call, this, start, place);
      if (isLate(branch)) {
        giveBack(start.number());
        return;
      }
      delay = hedging.delayNanos(call.request(), start.number(), place.partition());
      if (delay > 0) {
        arm(start.number(), time.nanoTime() + delay);
      }
      branch.launch();
    } catch (Throwable e) {
      // A fault of the transport or of the clock: nobody else would end the call.
      takeOver(() -> call.broken(e));
      return;
    }
    if (delay == 0) {
      delayPassed(start.number());
    }
  }

  /** Whether the call was settled before this attempt could start; it runs otherwise. */
  private boolean isLate(HedgeBranch<R> branch) {
    synchronized (lock) {
      boolean late = machine.isSettled();
      if (!late) {
        branches.add(branch);
      }
      return late;
    }
  }

  // The time after which one more starts.

  private void arm(int after, long until) {
    TimeSource.Timer made = time.schedule(until, new Wake(after, until));
    TimeSource.Timer old;
    synchronized (lock) {
      boolean current = !machine.isSettled() && machine.started() == after;
      old = current ? nextHedge : made;
      nextHedge = current ? made : nextHedge;
    }
    if (old != null) {
      old.cancel();
    }
  }

  private void delayPassed(int after) {
    Share share = share(after);
    HedgeMachine.Start start;
    synchronized (lock) {
      start = machine.onDelay(after, time.nanoTime(), share.overdrawn);
    }
    settle(share, start);
    if (start != null) {
      launch(start);
    } else if (share.overdrawn != null) {
      call.hedgedHistory()
          .hedgeDecided(after + 1, RetryDecision.stop(GaveUpBecause.BUDGET, share.overdrawn));
    }
  }

  // What the budget allows, asked before the decision, since guards are not called under the lock.

  private Share share(int after) {
    synchronized (lock) {
      boolean wanted = after == machine.started() || after == 0;
      if (!wanted || !machine.mayStart(time.nanoTime())) {
        return Share.NONE;
      }
    }
    Guard tokens = budget.partition().retryBudget();
    if (tokens == null) {
      return Share.NONE;
    }
    return tokens.admit(budget) instanceof Refusal refusal
        ? new Share(false, refusal.reason())
        : new Share(true, null);
  }

  private void settle(Share share, HedgeMachine.@Nullable Start start) {
    if (share.taken && start == null) {
      giveBack(2);
    }
  }

  /** The hedge with this number was not made; the first attempt costs nothing. */
  private void giveBack(int number) {
    if (number > 1 && budget.partition().retryBudget() instanceof RetryTokens tokens) {
      tokens.giveBack();
    }
  }

  // What happens to the attempts.

  Directive onResponse(HedgeBranch<R> branch, ResponseHead head, HeadReading reading) {
    if (reading.notNow()) {
      lastHead = head;
    }
    hedging.took(branch.place().partition(), branch.sinceBegun());
    Directive directive =
        decide(
            branch,
            (now, overdrawn) -> machine.onResponse(branch.number(), reading, now, overdrawn),
            reading.notNow());
    call.hedgedHistory().decided(branch.number(), reading.status(), directive);
    // The next attempt does not wait for the body of this one to be thrown away, nor may it hold
    // up the host's thread that asks.
    HedgeMachine.Start next = branch.takeNext();
    if (next != null) {
      time.executor().execute(() -> launch(next));
    }
    return directive;
  }

  Directive onFailure(HedgeBranch<R> branch, FailureKind kind, boolean bodyLost) {
    return decide(
        branch,
        (now, overdrawn) -> machine.onFailure(branch.number(), kind, bodyLost, now, overdrawn),
        kind != FailureKind.CANCELLED);
  }

  Directive onRefused(HedgeBranch<R> branch, GaveUpBecause because, String reason) {
    return decide(
        branch,
        (now, overdrawn) -> machine.onRefused(branch.number(), because, reason, now, overdrawn),
        true);
  }

  /**
   * Asks what an outcome means and does it, except for what the attempt itself has to do: with the
   * next one, which starts when this one has done so.
   *
   * @param mayStart whether the outcome is one after which another attempt can start
   */
  private Directive decide(HedgeBranch<R> branch, Question question, boolean mayStart) {
    Share share = mayStart ? share(0) : Share.NONE;
    HedgeMachine.Answer answer;
    List<HedgeBranch<R>> losers = List.of();
    synchronized (lock) {
      answer = question.ask(time.nanoTime(), share.overdrawn);
      if (machine.isWinner(branch.number())) {
        losers = new ArrayList<>(branches);
        losers.remove(branch);
        dropNextHedge();
      }
    }
    HedgeMachine.Start start = answer.start();
    settle(share, start);
    losers.forEach(this::lose);
    branch.next(start);
    return answer.forAttempt();
  }

  private void lose(HedgeBranch<R> branch) {
    if (branch.lose()) {
      hedging.took(branch.place().partition(), branch.sinceBegun());
    }
  }

  /** An attempt is over, with everything that belongs to it. */
  void ended(HedgeBranch<R> branch, @Nullable R result, @Nullable Throwable failure) {
    boolean won;
    synchronized (lock) {
      branches.remove(branch);
      won = machine.isWinner(branch.number());
    }
    if (!branch.hasBegun()) {
      giveBack(branch.number());
    }
    HedgeMachine.Start next = branch.takeNext();
    if (next != null) {
      launch(next);
    }
    boolean taken = won && takeOver(() -> call.settle(branch, result, failure));
    if (!taken && result != null) {
      SafeCalls.discard(call.exchange, result);
    }
  }

  /** The call is over: nothing starts any more, and what still runs is cancelled. */
  void close() {
    List<HedgeBranch<R>> left;
    synchronized (lock) {
      machine.onCancelled();
      dropNextHedge();
      left = new ArrayList<>(branches);
    }
    left.forEach(AsyncCall::stop);
  }

  private void dropNextHedge() {
    TimeSource.Timer timer = nextHedge;
    nextHedge = null;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** The caller wants no more. */
  @Override
  void abandon() {
    super.abandon();
    close();
  }

  /** The time before one more attempt. */
  private final class Wake implements Runnable {

    private final int after;
    private final long until;

    Wake(int after, long until) {
      this.after = after;
      this.until = until;
    }

    @Override
    public void run() {
      if (until - time.nanoTime() > 0) {
        // Woken early, as a timer may be.
        arm(after, until);
        return;
      }
      call.inContext(
          () -> {
            delayPassed(after);
            return null;
          });
    }

    /** Names the timer. */
    @Override
    public String toString() {
      return "the time before a hedge, " + call;
    }
  }
}
