package dev.heed.retry;

import dev.heed.observe.AskedWait;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.transport.FailureKind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides between the attempts of one call that run side by side: whether one more starts, which of
 * them wins, and what is returned when none does. It is told what happened to which attempt, and
 * never waits: it has no thread, no lock and no clock.
 *
 * <p>An attempt is <em>open</em> from its start until its outcome is known. The first acceptable
 * outcome settles the call. One that is not acceptable lets the next attempt start; when none may
 * and none is open, it is itself what the call ends with, as the outcome that was decided last.
 *
 * <p>Not safe for use by several threads; {@link HedgeRace} tells it one thing at a time.
 */
final class HedgeMachine {

  private static final int NOBODY = 0;
  private static final int THE_CALLER = -1;

  /**
   * An attempt that starts now.
   *
   * @param number from 1
   * @param place the index of the place where it goes
   * @param why null for the first attempt
   */
  record Start(int number, int place, @Nullable RetryDecision why) {}

  /**
   * What follows.
   *
   * @param forAttempt what the attempt that was told of has to do
   * @param start one more attempt; null for none
   */
  record Answer(Directive forAttempt, @Nullable Start start) {}

  private final HedgeFacts facts;
  private final BitSet open = new BitSet();
  private final BitSet used = new BitSet();
  private final Map<String, RetryDecision> closed = new HashMap<>();
  private final int[] placeOf;
  private int started;
  private int winner = NOBODY;

  HedgeMachine(HedgeFacts facts) {
    this.facts = facts;
    placeOf = new int[facts.request().maxRetries() + 2];
  }

  /** The call begins. */
  Start begin() {
    return start(null);
  }

  /** Whether one more attempt could start now, if the budget allows it. */
  boolean mayStart(long now) {
    return winner == NOBODY && barrier(now, null) == null;
  }

  /** How many attempts have started. */
  int started() {
    return started;
  }

  /** The attempt that has settled the call, and whose end is the call's. */
  boolean isWinner(int number) {
    return winner == number;
  }

  /** Whether the call is settled: nothing starts any more, and whatever runs is of no use. */
  boolean isSettled() {
    return winner != NOBODY;
  }

  /**
   * The time after which one more attempt starts has passed.
   *
   * @param after the number of attempts when the time began; another one has restarted it
   * @param overdrawn why the budget has no hedge left; null when it has given one
   * @return the attempt; null when none starts
   */
  @Nullable Start onDelay(int after, long now, @Nullable String overdrawn) {
    if (winner != NOBODY || started != after || barrier(now, overdrawn) != null) {
      return null;
    }
    return start(RetryDecision.hedged("no answer from attempt " + started + " yet"));
  }

  /** The head of an attempt has arrived. */
  Answer onResponse(int number, HeadReading reading, long now, @Nullable String overdrawn) {
    AskedWait asked = reading.asked();
    if (!open.get(number)) {
      return dropped();
    }
    open.clear(number);
    if (!reading.notNow()) {
      settle(number);
      return only(new Directive.Deliver(reading.stop(), asked));
    }
    String what = Integer.toString(reading.status());
    if (reading.asksForTime()) {
      close(
          number, GaveUpBecause.HINT_TOO_LONG, "the server asks for time, and a hedge never waits");
      what += ", asked to wait by " + reading.hint();
    }
    RetryDecision barrier = barrier(now, overdrawn);
    if (barrier == null) {
      return next(what, true, asked);
    }
    if (!open.isEmpty()) {
      return only(new Directive.Drop(underWay(what), true, asked));
    }
    settle(number);
    return only(new Directive.Deliver(barrier, asked));
  }

  /** An attempt has failed; also the winner, when its body breaks off. */
  Answer onFailure(
      int number, FailureKind kind, boolean bodyLost, long now, @Nullable String overdrawn) {
    if (!open.get(number) && winner != number) {
      return dropped();
    }
    winner = NOBODY;
    open.clear(number);
    RetryDecision never = never(kind, bodyLost);
    if (never != null) {
      settle(number);
      return only(new Directive.Fail(never));
    }
    return afterFailure(number, "the attempt failed", barrier(now, overdrawn));
  }

  /** A guard did not let an attempt go ahead, or would hold it for longer than the call lasts. */
  Answer onRefused(
      int number, GaveUpBecause because, String reason, long now, @Nullable String overdrawn) {
    if (!open.get(number)) {
      return dropped();
    }
    open.clear(number);
    close(number, because, reason);
    RetryDecision barrier = barrier(now, overdrawn);
    RetryDecision refused = barrier == null ? null : RetryDecision.stop(because, reason);
    return afterFailure(number, reason, refused);
  }

  /** The caller wants no more. */
  void onCancelled() {
    if (winner == NOBODY) {
      settle(THE_CALLER);
    }
  }

  /** Whatever is still open has lost, and stays so if the winner's body breaks off later. */
  private void settle(int by) {
    winner = by;
    open.clear();
  }

  private Answer afterFailure(int number, String what, @Nullable RetryDecision barrier) {
    if (barrier == null) {
      return next(what, false, null);
    }
    if (!open.isEmpty()) {
      return only(new Directive.Drop(underWay(what), false, null));
    }
    settle(number);
    return only(new Directive.Fail(barrier));
  }

  /** What speaks against one more attempt, in the order in which a caller would want to hear it. */
  private @Nullable RetryDecision barrier(long now, @Nullable String overdrawn) {
    CallFacts request = facts.request();
    if (!request.methodAllowed()) {
      return RetryDecision.stop(GaveUpBecause.METHOD, methodText());
    }
    if (!request.replayable()) {
      return RetryDecision.stop(
          GaveUpBecause.BODY, "the body can be sent only once, so it is not hedged");
    }
    if (started > request.maxRetries()) {
      return RetryDecision.stop(
          GaveUpBecause.RETRIES_EXHAUSTED,
          "hedges were allowed: " + request.maxRetries() + "; raise HedgePolicy.maxHedges");
    }
    RetryDecision nowhere = nowhere();
    if (nowhere != null) {
      return nowhere;
    }
    if (request.limited() && request.deadline() - now <= 0) {
      return RetryDecision.stop(
          GaveUpBecause.DEADLINE, "the call's time is over (" + request.limitSource() + ")");
    }
    return overdrawn == null ? null : RetryDecision.stop(GaveUpBecause.BUDGET, overdrawn);
  }

  /** Why no place is left to go; null when one is. */
  private @Nullable RetryDecision nowhere() {
    if (place() >= 0) {
      return null;
    }
    for (String partition : facts.partitions()) {
      RetryDecision why = closed.get(partition);
      if (why != null) {
        return why;
      }
    }
    return RetryDecision.stop(
        GaveUpBecause.RETRIES_EXHAUSTED, "no endpoint is left: add one to HedgePolicy.endpoints");
  }

  /** The first place that has not had its turn and may be sent to; negative when there is none. */
  private int place() {
    for (int i = 0; i < facts.partitions().size(); i++) {
      boolean free = facts.reused() || !used.get(i);
      if (free && !closed.containsKey(facts.partitions().get(i))) {
        return i;
      }
    }
    return -1;
  }

  private Start start(@Nullable RetryDecision why) {
    int place = place();
    started++;
    used.set(place);
    open.set(started);
    placeOf[started] = place;
    return new Start(started, place, why);
  }

  private void close(int number, GaveUpBecause because, String why) {
    closed.put(facts.partitions().get(placeOf[number]), RetryDecision.stop(because, why));
  }

  private @Nullable RetryDecision never(FailureKind kind, boolean bodyLost) {
    // What a guard further in refuses at one place may be let through at another.
    GaveUpBecause never = kind == FailureKind.REFUSED ? null : RetryMachine.neverRetried(kind);
    if (never != null) {
      return RetryDecision.stop(never, RetryMachine.neverText(kind, facts.request().limitSource()));
    }
    return bodyLost
        ? RetryDecision.stop(
            GaveUpBecause.BODY, "the handler that reads the body cannot start again")
        : null;
  }

  private Answer next(String what, boolean onResponse, @Nullable AskedWait asked) {
    Start start = start(RetryDecision.hedged(what));
    RetryDecision why =
        RetryDecision.hedged(what + "; attempt " + start.number() + " has its turn");
    return new Answer(new Directive.Drop(why, onResponse, asked), start);
  }

  private RetryDecision underWay(String what) {
    return RetryDecision.hedged(what + "; attempt " + (open.length() - 1) + " is under way");
  }

  private static Answer only(Directive directive) {
    return new Answer(directive, null);
  }

  /** An attempt has ended whose outcome is of no use any more. */
  private Answer dropped() {
    return only(
        winner == THE_CALLER
            ? new Directive.Fail(
                RetryDecision.stop(GaveUpBecause.CANCELLED, "cancelled by the caller"))
            : new Directive.Drop(null, false, null));
  }

  private String methodText() {
    return facts.request().method()
        + " is not among the methods to hedge ("
        + facts.methods()
        + "): set HedgePolicy.methods, or send an Idempotency-Key";
  }
}
