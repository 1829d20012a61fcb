package dev.heed.retry;

import dev.heed.guard.Settlement;
import dev.heed.http.HeaderEdits;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.observe.GaveUpBecause;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Outgoing;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call that is hedged: it goes through guards, attempt ring and transport like any
 * other, on its own, and asks the {@link HedgeRace} what its outcome means.
 */
final class HedgeBranch<R> extends AsyncCall<R> implements Machine {

  private final HedgedCall<R> whole;
  private final HedgeRace<R> race;
  private final HedgeMachine.Start turn;
  private final HedgePlace place;
  private long arrived;
  private volatile boolean began;
  private long beganAt;
  private HedgeMachine.@Nullable Start next;
  private Settlement settled = Settlement.IGNORED;
  private volatile @Nullable Directive outcome;
  private volatile boolean lost;

  HedgeBranch(HedgedCall<R> whole, HedgeRace<R> race, HedgeMachine.Start turn, HedgePlace place) {
    super(whole, whole.transport.beside(), place.guarded(whole.settings, race.lastHead()));
    this.whole = whole;
    this.race = race;
    this.turn = turn;
    this.place = place;
  }

  int number() {
    return turn.number();
  }

  HedgePlace place() {
    return place;
  }

  /** Whether the attempt has begun, and the hedge was used. */
  boolean hasBegun() {
    return began;
  }

  /** What the attempt says of its server. */
  Settlement settled() {
    return settled;
  }

  /** Starts the attempt, on a thread on which stages may run. */
  void launch() {
    inContext(this::attempt);
  }

  /** The attempt that starts when this one has done what it has to. */
  void next(HedgeMachine.@Nullable Start start) {
    next = start == null ? next : start;
  }

  /** Whoever takes it starts it. */
  HedgeMachine.@Nullable Start takeNext() {
    HedgeMachine.Start start = next;
    next = null;
    return start;
  }

  /** Another attempt was quicker. Does nothing to one that is on its way out already. */
  boolean lose() {
    boolean loses = outcome == null;
    if (loses) {
      lost = true;
      stop();
    }
    return loses;
  }

  /** How long the attempt has been running, or zero. */
  long sinceBegun() {
    return began ? settings.time.nanoTime() - beganAt : 0;
  }

  @Override
  @Nullable Directive cancelled() {
    return end(
        null,
        new CancellationException(
            lost ? "another attempt was quicker" : "cancelled by the caller"));
  }

  @Override
  @Nullable Directive end(@Nullable R result, @Nullable Throwable failure) {
    cutAttempt(failure);
    Guarded holding = guarded;
    if (holding != null) {
      holding.callEnded(Settlement.IGNORED, 0, failure);
    }
    if (failure != null && outcome == null) {
      // A fault before the attempt had begun, of which nobody was told.
      outcome = race.onFailure(this, FailureKind.CALLER, false);
    }
    race.ended(this, result, failure);
    return null;
  }

  // What the attempt has in common with its call.

  @Override
  public RequestHead request() {
    return place.head();
  }

  @Override
  Map<String, Object> attributes() {
    return whole.attributes();
  }

  @Override
  @Nullable HeaderEdits callEdits() {
    return whole.callEdits();
  }

  @Override
  int maxRetries() {
    return whole.maxRetries();
  }

  @Override
  int upcoming() {
    return turn.number();
  }

  @Override
  void tellOfStart(CallHistory told, int attempt) {
    beganAt = settings.time.nanoTime();
    began = true;
    whole.hedgedHistory().attemptStarted(attempt, attempt > 1, place.uri());
  }

  @Override
  Outgoing outgoing() {
    whole.hedgedHistory().sent(turn.number());
    URI uri = place.uri();
    return uri == null ? super.outgoing() : super.outgoing().to(uri);
  }

  // What decides.

  @Override
  Machine newMachine() {
    return this;
  }

  @Override
  boolean needsNoDecision(int statusOfHead) {
    return false;
  }

  @Override
  public Directive onResponse(ResponseHead head) {
    // The wall clock is read before the monotonic one: time that passes between them then only
    // lengthens what a server asks for.
    Instant now = settings.time.now();
    arrived = settings.time.nanoTime();
    return decided(race.onResponse(this, head, HeadReading.of(head, settings.advice, now)));
  }

  @Override
  public long arrived() {
    return arrived;
  }

  @Override
  public Directive onFailure(FailureKind kind, boolean bodyLost) {
    Directive before = outcome;
    if (before instanceof Directive.Drop) {
      // Cut while its response was being thrown away.
      return before;
    }
    return decided(race.onFailure(this, kind, bodyLost));
  }

  @Override
  public Directive onRefused(Barred barred, String reason) {
    return decided(
        race.onRefused(this, GaveUpBecause.REFUSED, "by " + barred.who() + ": " + reason));
  }

  @Override
  public Directive onGuardWait(Barred barred) {
    Directive wait = whole.newMachine().onGuardWait(barred);
    return wait instanceof Directive.Fail fail
        ? decided(race.onRefused(this, GaveUpBecause.DEADLINE, fail.why().explanation()))
        : wait;
  }

  private Directive decided(Directive directive) {
    outcome = directive;
    return directive;
  }

  @Override
  Settlement settlement(@Nullable Throwable failure, long begun) {
    settled = super.settlement(failure, begun);
    return settled;
  }

  @Override
  public Directive onWaited() {
    throw new IllegalStateException("a hedge does not wait");
  }

  @Override
  public Directive onRefreshed() {
    throw new IllegalStateException("a hedge does not refresh credentials");
  }
}
