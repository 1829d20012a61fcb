package dev.heed.retry;

import dev.heed.guard.Settlement;
import dev.heed.http.HeaderEdits;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallLog;
import dev.heed.observe.RetryDecision;
import dev.heed.stage.Outcome;
import dev.heed.transport.Exchange;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way through the rings: what both drivers share. It holds the state of the call
 * and turns what happens into questions to the {@link RetryMachine}; the drivers alone wait.
 *
 * <p>A call is advanced by one thread at a time. The gate is asked on a thread of the host, while
 * the driver waits for the attempt.
 */
abstract class Call<R> implements CallInfo, Gate {

  static final int NO_STATUS = 0;

  final EngineSettings settings;
  final CallOptions options;
  final Exchange<R> exchange;
  final CallLimits limits;
  final long start;
  final @Nullable Guarded guarded;
  private @Nullable CallHistory history;
  private @Nullable Machine machine;
  private @Nullable RingRun callRun;
  private @Nullable RingRun attemptRun;
  private @Nullable Map<String, Object> attributes;
  boolean vouched;
  @Nullable KeptBody kept;
  private boolean sent;
  private long credentials;
  long attemptBegan = CallLimits.NO_ATTEMPT;
  private int number;
  int status;
  @Nullable Directive directive;
  private @Nullable Throwable lastFailure;

  Call(EngineSettings settings, CallOptions options, Exchange<R> exchange) {
    this.settings = settings;
    this.options = options;
    this.exchange = exchange;
    start = settings.time.nanoTime();
    limits = settings.limits.with(options, settings.requestTimeoutCovers);
    guarded = settings.partitions == null ? null : new Guarded(settings.partitions, request());
    history =
        settings.hedging == null
            ? CallHistory.ifWatched(this, settings, options, start)
            : HedgedHistory.of(this, settings, options, start);
  }

  /** An attempt that runs beside others of a call, with what it has in common with them. */
  Call(Call<R> whole, Exchange<R> exchange, Guarded guarded) {
    this.settings = whole.settings;
    this.options = whole.options;
    this.exchange = exchange;
    start = whole.start;
    limits = whole.limits;
    this.guarded = guarded;
    history = whole.history;
  }

  @Override
  public String plan() {
    return settings.plan;
  }

  @Override
  public RequestHead request() {
    return exchange.request();
  }

  Map<String, Object> attributes() {
    if (attributes == null) {
      attributes = new ConcurrentHashMap<>();
    }
    return attributes;
  }

  void vouch() {
    vouched = true;
  }

  /** The call begins: before its guards and its stages. */
  void started() {
    if (history != null) {
      history.callStarted();
    }
  }

  /**
   * Asks the guards of a ring for this call or its next attempt.
   *
   * @return what follows in place of going ahead; null when all guards have admitted
   */
  final @Nullable Directive admit(boolean perCall) {
    Guarded asking = guarded;
    Directive barred = asking == null ? null : asking.admit(perCall ? 0 : upcoming(), this);
    if (asking != null && barred != null) {
      directive = barred;
      lastFailure = asking.refused();
    }
    return barred;
  }

  /** The run through the call ring, or null when the ring is empty. */
  @Nullable RingRun beginCallRing() {
    if (settings.callRing.length > 0) {
      callRun = new RingRun(settings.callRing, new EditableRequest(this, 0, null));
    }
    return callRun;
  }

  /** The response that a stage of the call ring gave; no attempt is made then. */
  EditableRequest.@Nullable Answer callAnswer() {
    return callRun == null ? null : callRun.request().answer();
  }

  /** What to wait for until a one-shot body is in memory; null when it need not be. */
  @Nullable CompletableFuture<?> keepBody() {
    if (!Eligibility.keepsBody(this)) {
      return null;
    }
    KeptBody body = new KeptBody(settings);
    kept = body;
    return body.read(exchange);
  }

  int maxRetries() {
    return options.maxRetries(settings.policy.maxRetries());
  }

  /** What decides, from the first time on that something other than a good response happens. */
  Machine machine() {
    Machine made = machine;
    if (made == null) {
      made = newMachine();
      machine = made;
    }
    return made;
  }

  /** What answers a guard: in the call ring not all facts are known, so not yet what decides. */
  Machine answering() {
    return machine == null ? newMachine() : machine;
  }

  Machine newMachine() {
    return new RetryMachine(settings.policy, settings.advice, settings.time, facts(), guarded);
  }

  final CallFacts facts() {
    return Eligibility.facts(this);
  }

  /** A new attempt: its number, its clock, and its run through the attempt ring, if any. */
  @Nullable RingRun beginAttempt() {
    number = upcoming();
    sent = false;
    directive = null;
    status = NO_STATUS;
    attemptRun = null;
    attemptBegan = atTheStart() ? 0 : elapsed();
    if (guarded != null) {
      guarded.attemptBegins();
    }
    if (settings.refresher != null) {
      credentials = settings.refresher.generation();
    }
    if (history != null) {
      tellOfStart(history, number);
    }
    if (settings.attemptRing.length > 0) {
      attemptRun =
          new RingRun(settings.attemptRing, new EditableRequest(this, number, callEdits()));
    }
    return attemptRun;
  }

  /** The number of the attempt that is made next. */
  int upcoming() {
    return number + 1;
  }

  void tellOfStart(CallHistory told, int attempt) {
    told.attemptStarted(attempt);
  }

  /** Whether nothing has taken time before this attempt, and no clock needs to be read for it. */
  private boolean atTheStart() {
    return number == 1 && callRun == null && kept == null && guarded == null && !limits.hasAny();
  }

  @Nullable HeaderEdits callEdits() {
    return callRun == null ? null : callRun.request().edits();
  }

  /** The attempt as the rings have prepared it, at the moment it goes to the host. */
  Outgoing outgoing() {
    sent = true;
    HeaderEdits edits = attemptRun == null ? callEdits() : attemptRun.request().edits();
    return new Outgoing(
        number, edits == null || edits.isEmpty() ? null : edits, maxRetries() > 0, timeLeft());
  }

  private long elapsed() {
    return settings.time.nanoTime() - start;
  }

  /**
   * What is left for the running attempt, or between attempts for the call; in nanoseconds, at
   * least 1; 0 for no limit.
   */
  final long timeLeft() {
    return limits.hasAny() ? limits.left(attemptBegan, elapsed()) : 0;
  }

  EditableRequest.@Nullable Answer attemptAnswer() {
    return attemptRun == null ? null : attemptRun.request().answer();
  }

  /** Decides at the moment the head arrives, on the thread of the host that asks. */
  @Override
  public final boolean keep(ResponseHead head) {
    status = head.status();
    if (needsNoDecision(status)) {
      directive = RetryMachine.DELIVER;
      return true;
    }
    Directive decided = machine().onResponse(head);
    directive = decided;
    if (guarded != null) {
      guarded.headArrived(head, decided.asked(), machine().arrived());
    }
    return decided instanceof Directive.Deliver;
  }

  boolean needsNoDecision(int statusOfHead) {
    return settings.advice.isPlain(statusOfHead);
  }

  /** The attempt has ended: what next? Tells stages and listeners. */
  Directive attemptEnded(@Nullable R response, @Nullable Throwable failure) {
    Directive next =
        failure == null
            ? AttemptEnd.afterResponse(this, response)
            : AttemptEnd.afterFailure(this, failure);
    directive = next;
    // A failure while a response was thrown away is not what the attempt ended with.
    Throwable raised = failure == null || next.discards() ? null : raised(failure);
    lastFailure = raised;
    long began = attemptBegan;
    attemptBegan = CallLimits.NO_ATTEMPT;
    if (attemptRun != null) {
      attemptRun.ended(raised == null ? Outcome.response(status) : Outcome.failure(raised));
    }
    if (guarded != null) {
      guarded.attemptEnded(settlement(raised == null ? null : failure, began), status, raised);
    }
    if (history != null || next.decision() != null) {
      AttemptReport.Builder report =
          AttemptReport.builder(number).sent(sent).status(status).failure(raised);
      history().attemptEnded(number, report, next, began);
    }
    return next;
  }

  /** What the end of an attempt, or of the whole call, says of the server. */
  Settlement settlement(@Nullable Throwable failure, long began) {
    if (failure != null) {
      boolean limited = began != CallLimits.NO_ATTEMPT && limits.attempt() > 0;
      return Guarded.ofFailure(limits.kindOf(failure, exchange, began), limited);
    }
    boolean byStage = attemptAnswer() != null || callAnswer() != null;
    return byStage ? Settlement.IGNORED : Guarded.ofStatus(status);
  }

  CallHistory history() {
    CallHistory kept = history;
    if (kept == null) {
      kept = CallHistory.ofTrouble(this, settings, options, start);
      history = kept;
    }
    return kept;
  }

  /** Starts the refresh of credentials that the machine asked for. */
  CompletableFuture<?> refresh() {
    return Objects.requireNonNull(settings.refresher, "no hook")
        .refresh(exchange.request(), credentials);
  }

  /** The refresh has failed: nothing more can be tried. */
  Throwable refreshFailed(Throwable failure) {
    return new IOException(
        "re-authentication after status " + status + " failed", StageFailure.unwrapped(failure));
  }

  /** The exception that the caller sees for a failure, in the host's or in our own words. */
  Throwable raised(Throwable failure) {
    if (failure == lastFailure) {
      return failure;
    }
    if (failure instanceof StageFailure raised) {
      return raised.declared();
    }
    return limits.raised(failure, exchange, attemptBegan);
  }

  /** What the last attempt failed with, as the caller sees it. */
  Throwable lastFailure() {
    return Objects.requireNonNull(lastFailure, "the attempt did not fail");
  }

  /** The call is over: tells the call ring and the listeners, and gives its memory back. */
  void finish(@Nullable R response, @Nullable Throwable raised) {
    try {
      tellOfEnd(response, raised);
    } catch (Throwable e) {
      CallLog.callbackFailed("the transport", e);
    }
    SafeCalls.ended(exchange);
  }

  private void tellOfEnd(@Nullable R response, @Nullable Throwable raised) {
    if (kept != null) {
      kept.giveBack();
    }
    cutAttempt(raised);
    if (callRun != null) {
      callRun.ended(raised == null ? Outcome.response(status) : Outcome.failure(raised));
    }
    if (guarded != null) {
      guarded.callEnded(settlement(raised, CallLimits.NO_ATTEMPT), status, raised);
    }
    if (history != null || raised != null) {
      history().callEnded(status, response, raised, ending(raised));
    }
  }

  /** Cut between its steps, by a cancel or by a fault of the host: its stages are told as well. */
  final void cutAttempt(@Nullable Throwable raised) {
    if (attemptBegan != CallLimits.NO_ATTEMPT && raised != null) {
      attemptEnded(null, raised);
    }
  }

  /** Why a call failed between its attempts or before the first; null where its attempt says so. */
  @Nullable RetryDecision ending(@Nullable Throwable raised) {
    if (raised == null) {
      return null;
    }
    if (directive instanceof Directive.Fail) {
      return guarded == null ? null : guarded.ending();
    }
    return RetryMachine.outsideAttempt(
        limits.kindOf(raised, exchange, attemptBegan), limits.source());
  }

  /**
   * The response that a stage of the attempt ring gave, decided on as one from a server; null when
   * another attempt follows, so that the caller's body handler never reads it.
   */
  @Nullable R answerOf(EditableRequest.Answer given) throws IOException {
    return keep(ResponseHead.of(given.status, given.headers))
        ? exchange.answer(given.status, given.headers, given.body)
        : null;
  }

  /** True when stages exist, whose second half must not run on a thread of the host's. */
  boolean hasStages() {
    return settings.callRing.length + settings.attemptRing.length > 0;
  }
}
