package dev.heed.retry;

import dev.heed.time.Durations;
import dev.heed.transport.Exchange;
import dev.heed.transport.FailureKind;
import java.time.Duration;

/**
 * The time limits of a call: for all of it, and for each attempt. A limit of zero or less is never
 * passed down, since hosts read it as "none". Immutable; calls without limits of their own share
 * those of their plan.
 */
final class CallLimits {

  /** In place of the begin of an attempt, where none is running: the call's limit alone counts. */
  static final long NO_ATTEMPT = -1;

  private static final long NONE = 0;

  private final long call;
  private final String source;
  private final long attempt;

  private CallLimits(long call, String source, long attempt) {
    this.call = call;
    this.source = source;
    this.attempt = attempt;
  }

  /** The limits of a plan; zero for none. */
  static CallLimits ofPlan(long call, long attempt) {
    return new CallLimits(call, "Heed.callTimeout", attempt);
  }

  /** These limits of a plan, with what a request asks for. */
  CallLimits with(CallOptions options, RequestTimeoutCovers covers) {
    Duration ofRequest = options.requestTimeout();
    Duration ofCall = options.callTimeout();
    if (ofRequest == null && ofCall == null) {
      return this;
    }
    boolean coversCall = covers == RequestTimeoutCovers.CALL;
    long planned = ofCall == null ? call : RetryPolicy.saturatedNanos(ofCall);
    long requested = ofRequest == null ? NONE : RetryPolicy.saturatedNanos(ofRequest);
    long callLimit = coversCall ? smaller(planned, requested) : planned;
    return new CallLimits(
        callLimit,
        sourceOf(callLimit == planned, ofCall != null),
        coversCall ? attempt : smaller(attempt, requested));
  }

  private static String sourceOf(boolean planned, boolean ofRequest) {
    if (planned) {
      return ofRequest ? "the callTimeout of the request" : "Heed.callTimeout";
    }
    return "the timeout of the request";
  }

  private static long smaller(long a, long b) {
    if (a == NONE || b == NONE) {
      return Math.max(a, b);
    }
    return Math.min(a, b);
  }

  boolean limited() {
    return call != NONE;
  }

  /** The limit for the whole call in nanoseconds; zero for none. */
  long call() {
    return call;
  }

  /** The limit for each attempt in nanoseconds; zero for none. */
  long attempt() {
    return attempt;
  }

  String source() {
    return source;
  }

  boolean hasAny() {
    return call != NONE || attempt != NONE;
  }

  /**
   * What is left for the running attempt, or between attempts for the call; in nanoseconds, at
   * least 1; 0 for no limit.
   *
   * @param attemptBegan when the attempt began, from the start of the call; or {@link #NO_ATTEMPT}
   * @param elapsed the time since the start of the call
   */
  long left(long attemptBegan, long elapsed) {
    boolean endsWithCall = endsWithCall(attemptBegan);
    if (endsWithCall ? call == NONE : attempt == NONE) {
      return NONE;
    }
    long left = endsWithCall ? call - elapsed : attempt - (elapsed - attemptBegan);
    return Math.max(1, left);
  }

  /** Whether the limit of the call is the next to pass; that of an attempt covers nothing else. */
  private boolean endsWithCall(long attemptBegan) {
    return attemptBegan == NO_ATTEMPT
        || attempt == NONE
        || (call != NONE && call - attemptBegan <= attempt);
  }

  /** What a failure means, with the limit that ended it told apart. */
  FailureKind kindOf(Throwable failure, Exchange<?> exchange, long attemptBegan) {
    if (failure instanceof StageFailure raised) {
      return raised.isTransient() ? FailureKind.STAGE : FailureKind.CALLER;
    }
    if (failure instanceof RefusedException) {
      return FailureKind.REFUSED;
    }
    if (failure instanceof CallTimeoutException && attemptBegan == NO_ATTEMPT) {
      return FailureKind.CALL_TIMED_OUT;
    }
    if (failure instanceof LimitPassed) {
      return timedOut(attemptBegan);
    }
    FailureKind kind = SafeCalls.classify(exchange, failure);
    return kind == FailureKind.TIMED_OUT ? timedOut(attemptBegan) : kind;
  }

  private FailureKind timedOut(long attemptBegan) {
    return call != NONE && endsWithCall(attemptBegan)
        ? FailureKind.CALL_TIMED_OUT
        : FailureKind.TIMED_OUT;
  }

  /** The exception for a failure: a limit of ours has its own types. */
  Throwable raised(Throwable failure, Exchange<?> exchange, long attemptBegan) {
    FailureKind kind = kindOf(failure, exchange, attemptBegan);
    Throwable cause = failure instanceof LimitPassed ? null : failure;
    if (kind == FailureKind.CALL_TIMED_OUT) {
      return new CallTimeoutException(
          "the call timed out after "
              + Durations.text(Duration.ofNanos(call))
              + " ("
              + source
              + ")",
          cause);
    }
    if (kind == FailureKind.TIMED_OUT && attempt != NONE) {
      return new AttemptTimeoutException(
          "the attempt timed out after " + Durations.text(Duration.ofNanos(attempt)), cause);
    }
    return failure;
  }

  /** Says that a limit has passed where no host was asked, such as in a stage. */
  static final class LimitPassed extends Exception {

    private static final long serialVersionUID = 1;

    LimitPassed() {
      super("time limit passed", null, false, false);
    }
  }
}
