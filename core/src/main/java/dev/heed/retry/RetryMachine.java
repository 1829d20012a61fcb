package dev.heed.retry;

import dev.heed.hint.Hint;
import dev.heed.hint.Verdict;
import dev.heed.http.ResponseHead;
import dev.heed.observe.AskedWait;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import dev.heed.transport.FailureKind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides "again?" for one call, and never waits: it is told what happened and answers with a
 * {@link Directive}. It has no thread and no clock of its own; time and chance are read through the
 * time source, and only where the answer depends on them.
 *
 * <p>The guards of {@link #onResponse} and {@link #onFailure} stand in the order of the reasons
 * that a caller would want to hear first: what nobody can change (the status, the method, the body)
 * before what a setting changes (retries, the longest wait, the deadline).
 *
 * <p>Not safe for use by several threads; a driver tells it one thing at a time.
 */
final class RetryMachine implements Machine {

  private static final Directive SEND = new Directive.Send();
  static final Directive DELIVER = new Directive.Deliver(null, null);

  /** Some 73 years: a wait and a spread of this length still add up without a wrap. */
  private static final long FAR = Long.MAX_VALUE / 4;

  private static final int UNAUTHORIZED = 401;
  private static final int NETWORK_AUTHENTICATION_REQUIRED = 511;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVICE_UNAVAILABLE = 503;

  private final RetryPolicy policy;
  private final Advice advice;
  private final TimeSource time;
  private final CallFacts facts;
  private final @Nullable Allowance budget;

  private long arrived;
  private int retries;
  private int zeroHintsInARow;
  private boolean unprocessedBefore;
  private boolean refreshed;
  private Backoff.@Nullable Sequence backoff;

  /**
   * A machine for one call.
   *
   * @param budget asked last, so that it is charged for retries only that nothing else stops; null
   *     for none
   */
  RetryMachine(
      RetryPolicy policy,
      Advice advice,
      TimeSource time,
      CallFacts facts,
      @Nullable Allowance budget) {
    this.budget = budget;
    this.policy = policy;
    this.advice = advice;
    this.time = time;
    this.facts = facts;
  }

  static Directive begin() {
    return SEND;
  }

  @Override
  public Directive onResponse(ResponseHead head) {
    int status = head.status();
    if (advice.isPlain(status)) {
      return DELIVER;
    }
    // The wall clock is read before the monotonic one: time that passes between them then only
    // lengthens the wait.
    Instant now = time.now();
    arrived = time.nanoTime();
    Verdict verdict = advice.verdict(head, now);
    if (verdict.kind() == Verdict.Kind.STOP) {
      return status >= 200 && status < 400
          ? DELIVER
          : stop(GaveUpBecause.VERDICT, null, "the server says not to try again: " + verdict);
    }
    if (mayRefresh(status)) {
      refreshed = true;
      return new Directive.Refresh(RetryDecision.refreshed(status + ", credentials refreshed"));
    }
    Hint hint = advice.isCandidate(status) ? advice.hint(head, now) : Hint.none();
    if (verdict.kind() == Verdict.Kind.NONE && !advice.isTransient(head, hint)) {
      return status >= 200 && status < 400
          ? DELIVER
          : stop(GaveUpBecause.NOT_RETRYABLE, hint, status + " is not a status to retry");
    }
    if (verdict.kind() == Verdict.Kind.DELAY) {
      hint =
          Hint.waitFor(
              verdict.delay(), verdict.header().orElse("verdict"), verdict.value().orElse(""));
    } else if (!advice.isCandidate(status)) {
      hint = advice.hint(head, now);
    }
    return afterTransientResponse(status, hint);
  }

  @Override
  public long arrived() {
    return arrived;
  }

  private boolean mayRefresh(int status) {
    return facts.refreshable()
        && !refreshed
        && facts.replayable()
        && (status == UNAUTHORIZED || status == NETWORK_AUTHENTICATION_REQUIRED);
  }

  private Directive afterTransientResponse(int status, Hint hint) {
    if (!facts.methodAllowed() && !throttled(status, hint)) {
      return stop(GaveUpBecause.METHOD, hint, methodText());
    }
    if (!facts.replayable()) {
      return stop(GaveUpBecause.BODY, hint, "the body can be sent only once");
    }
    if (retries >= facts.maxRetries()) {
      return stop(GaveUpBecause.RETRIES_EXHAUSTED, hint, exhaustedText());
    }
    if (hint.kind() == Hint.Kind.NONE) {
      zeroHintsInARow = 0;
      return waitUntil(backoffNanos(), WaitedBecause.BACKOFF, null, status + ", backoff");
    }
    if (hint.kind() == Hint.Kind.TOO_LONG || isTooLong(hint.duration())) {
      return stop(GaveUpBecause.HINT_TOO_LONG, hint, tooLongText(hint));
    }
    if (hint.duration().isNegative()) {
      return stop(GaveUpBecause.VERDICT, hint, "the hint reader says to stop");
    }
    return afterHint(status, hint);
  }

  private Directive afterHint(int status, Hint hint) {
    long asked = RetryPolicy.saturatedNanos(hint.duration());
    zeroHintsInARow = asked == 0 ? zeroHintsInARow + 1 : 0;
    // One immediate retry is what the server offered; a second one in a row would be a hot loop.
    long least = zeroHintsInARow > 1 ? Math.min(policy.backoff().cap(retries), FAR) : asked;
    long spread = least + advice.spreadNanos(hint.duration(), time);
    // A spread is our own wish: it gives way where the wait itself still fits the deadline.
    long wait = passesDeadline(arrived, spread) ? least : spread;
    WaitedBecause because = least > asked ? WaitedBecause.BACKOFF : WaitedBecause.HINT;
    String why = status + ", " + (least > asked ? "zero hint again, backoff" : "asked by " + hint);
    return waitUntil(wait, because, Directive.asked(hint), why);
  }

  @Override
  public Directive onFailure(FailureKind kind, boolean bodyLost) {
    GaveUpBecause never = neverRetried(kind);
    if (never != null) {
      return fail(never, neverText(kind, facts.limitSource()));
    }
    if (!policy.retryFailures()) {
      return fail(GaveUpBecause.NOT_RETRYABLE, "retryFailures is off");
    }
    if (bodyLost) {
      return fail(GaveUpBecause.BODY, "the handler that reads the body cannot start again");
    }
    boolean unprocessed = kind == FailureKind.NOT_PROCESSED;
    if (!facts.methodAllowed() && !unprocessed && kind != FailureKind.STAGE) {
      return fail(GaveUpBecause.METHOD, methodText());
    }
    if (!facts.replayable()) {
      return fail(GaveUpBecause.BODY, "the body can be sent only once");
    }
    if (retries >= facts.maxRetries()) {
      return fail(GaveUpBecause.RETRIES_EXHAUSTED, exhaustedText());
    }
    return afterFailure(unprocessed);
  }

  private Directive afterFailure(boolean unprocessed) {
    zeroHintsInARow = 0;
    boolean atOnce = unprocessed && !unprocessedBefore;
    unprocessedBefore |= unprocessed;
    long wait = atOnce ? 0 : backoffNanos();
    long now = time.nanoTime();
    if (passesDeadline(now, wait)) {
      return fail(GaveUpBecause.DEADLINE, deadlineText(wait));
    }
    String overdrawn = overdrawn();
    if (overdrawn != null) {
      return fail(GaveUpBecause.BUDGET, overdrawn);
    }
    String why = unprocessed ? "the request was not processed" : "the attempt failed";
    return new Directive.Wait(
        now + wait,
        WaitedBecause.BACKOFF,
        false,
        null,
        RetryDecision.again(WaitedBecause.BACKOFF, wait, why));
  }

  @Override
  public Directive onRefused(Barred barred, String reason) {
    return fail(GaveUpBecause.REFUSED, "by " + barred.who() + ": " + reason);
  }

  @Override
  public Directive onGuardWait(Barred barred) {
    long now = time.nanoTime();
    long wait = Math.max(0, barred.until() - now);
    if (passesDeadline(now, wait)) {
      return fail(GaveUpBecause.DEADLINE, deadlineText(wait));
    }
    return new Directive.Hold(
        barred.until(),
        RetryDecision.again(barred.waitedBecause(), wait, "held by " + barred.who()));
  }

  @Override
  public Directive onWaited() {
    retries++;
    return SEND;
  }

  @Override
  public Directive onRefreshed() {
    return SEND;
  }

  /** The caller wants no more. */
  Directive onCancelled() {
    return fail(GaveUpBecause.CANCELLED, "cancelled by the caller");
  }

  private Directive waitUntil(
      long nanos, WaitedBecause because, @Nullable AskedWait asked, String why) {
    if (passesDeadline(arrived, nanos)) {
      return new Directive.Deliver(
          RetryDecision.stop(GaveUpBecause.DEADLINE, deadlineText(nanos)), asked);
    }
    String overdrawn = overdrawn();
    if (overdrawn != null) {
      return new Directive.Deliver(RetryDecision.stop(GaveUpBecause.BUDGET, overdrawn), asked);
    }
    return new Directive.Wait(
        arrived + nanos, because, true, asked, RetryDecision.again(because, nanos, why));
  }

  /** Takes a retry from the budget; the reason why there is none left, or null. */
  private @Nullable String overdrawn() {
    return budget == null ? null : budget.take();
  }

  private boolean passesDeadline(long from, long nanos) {
    return facts.limited() && nanos >= facts.deadline() - from;
  }

  private long backoffNanos() {
    Backoff.Sequence sequence = backoff;
    if (sequence == null) {
      sequence = policy.backoff().sequence();
      backoff = sequence;
    }
    return sequence.next(retries, time.random());
  }

  /** Also true beyond what the clock can count, whatever the plan allows: no wait is cut short. */
  private boolean isTooLong(Duration hint) {
    return hint.compareTo(policy.maxDelay()) > 0 || RetryPolicy.saturatedNanos(hint) > FAR;
  }

  private boolean throttled(int status, Hint hint) {
    return policy.throttledAnyMethod()
        && hint.isPresent()
        && (status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE);
  }

  /** Why no other attempt could do better; null where one could. */
  static @Nullable GaveUpBecause neverRetried(FailureKind kind) {
    return switch (kind) {
      case CANCELLED -> GaveUpBecause.CANCELLED;
      case INTERRUPTED -> GaveUpBecause.INTERRUPTED;
      case CERTIFICATE -> GaveUpBecause.CERTIFICATE;
      case CALLER, CREDENTIALS -> GaveUpBecause.NOT_RETRYABLE;
      case CALL_TIMED_OUT -> GaveUpBecause.DEADLINE;
      case BODY -> GaveUpBecause.BODY;
      case REFUSED -> GaveUpBecause.REFUSED;
      case TRANSPORT, NOT_PROCESSED, STAGE, TIMED_OUT -> null;
    };
  }

  /** Why a call ends that has failed between its attempts, or before the first. */
  static RetryDecision outsideAttempt(FailureKind kind, String limitSource) {
    GaveUpBecause never = neverRetried(kind);
    return never == null
        ? RetryDecision.stop(GaveUpBecause.NOT_RETRYABLE, "it failed outside of an attempt")
        : RetryDecision.stop(never, neverText(kind, limitSource));
  }

  static String neverText(FailureKind kind, String limitSource) {
    return switch (kind) {
      case CANCELLED -> "cancelled by the caller";
      case INTERRUPTED -> "the calling thread was interrupted";
      case CERTIFICATE -> "the server's certificate was not accepted";
      case CREDENTIALS -> "the server's demand for credentials could not be answered";
      case BODY -> "the body can neither be sent again nor be kept in memory";
      case REFUSED -> "a guard further in refused it";
      case CALL_TIMED_OUT -> "the call's time is over (" + limitSource + ")";
      default -> "the caller's own code failed";
    };
  }

  private String methodText() {
    return facts.method()
        + " is not among the methods to retry ("
        + policy.methods()
        + "): set RetryPolicy.methods, or send an Idempotency-Key";
  }

  private String exhaustedText() {
    return facts.maxRetries() + " retries were allowed: raise RetryPolicy.maxRetries";
  }

  private String tooLongText(Hint hint) {
    return "the server asks for "
        + (hint.kind() == Hint.Kind.TOO_LONG
            ? "more time than can be held"
            : Durations.text(hint.duration()))
        + ", above RetryPolicy.maxDelay of "
        + Durations.text(policy.maxDelay())
        + ": raise it to wait";
  }

  private String deadlineText(long nanos) {
    return "a wait of "
        + Durations.text(Duration.ofNanos(nanos))
        + " does not fit the time left for the call: raise "
        + facts.limitSource();
  }

  private static Directive stop(GaveUpBecause because, @Nullable Hint hint, String why) {
    return new Directive.Deliver(
        RetryDecision.stop(because, why), hint == null ? null : Directive.asked(hint));
  }

  private static Directive fail(GaveUpBecause because, String why) {
    return new Directive.Fail(RetryDecision.stop(because, why));
  }
}
