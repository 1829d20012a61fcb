package dev.heed.retry;

import dev.heed.time.TimeSource;
import dev.heed.transport.Exchange;
import dev.heed.transport.FailureKind;
import java.time.Duration;

/**
 * The time limits of one call: for all of it, and for the attempt that is running. A limit of zero
 * or less is never passed down, since hosts read it as "none".
 */
final class CallLimits {

  private static final long NONE = 0;

  private final long start;
  private final long call;
  private final String source;
  private final long attempt;
  private long attemptStart;
  private boolean inAttempt;

  CallLimits(EngineSettings settings, CallOptions options, long start) {
    this.start = start;
    this.attemptStart = start;
    Duration ofRequest = options.requestTimeout();
    Duration ofCall = options.callTimeout();
    boolean coversCall = settings.requestTimeoutCovers == RequestTimeoutCovers.CALL;
    long planned = ofCall == null ? settings.callTimeout : RetryPolicy.saturatedNanos(ofCall);
    long requested = ofRequest == null ? NONE : RetryPolicy.saturatedNanos(ofRequest);
    long callLimit = coversCall ? smaller(planned, requested) : planned;
    call = callLimit;
    source = sourceOf(callLimit == planned, ofCall != null);
    attempt = coversCall ? settings.attemptTimeout : smaller(settings.attemptTimeout, requested);
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

  long start() {
    return start;
  }

  boolean limited() {
    return call != NONE;
  }

  long deadline() {
    return start + call;
  }

  String source() {
    return source;
  }

  long attemptStart() {
    return attemptStart;
  }

  void attemptStarted(int number, TimeSource time) {
    inAttempt = true;
    if (number > 1 || hasAny()) {
      attemptStart = time.nanoTime();
    }
  }

  void attemptEnded() {
    inAttempt = false;
  }

  private boolean hasAny() {
    return call != NONE || attempt != NONE;
  }

  /**
   * What is left for the running attempt, or between attempts for the call; in nanoseconds, at
   * least 1; 0 for no limit.
   */
  long left(TimeSource time) {
    boolean endsWithCall = endsWithCall();
    if (endsWithCall ? call == NONE : attempt == NONE) {
      return NONE;
    }
    long end = endsWithCall ? deadline() : attemptStart + attempt;
    return Math.max(1, end - time.nanoTime());
  }

  /** Whether the limit of the call is the next to pass; that of an attempt covers nothing else. */
  private boolean endsWithCall() {
    return !inAttempt || attempt == NONE || (call != NONE && deadline() - attemptStart <= attempt);
  }

  /** What a failure means, with the limit that ended it told apart. */
  FailureKind kindOf(Throwable failure, Exchange<?> exchange) {
    if (failure instanceof StageFailure raised) {
      return raised.isTransient() ? FailureKind.STAGE : FailureKind.CALLER;
    }
    if (failure instanceof LimitPassed) {
      return timedOut();
    }
    FailureKind kind = exchange.classify(failure);
    return kind == FailureKind.TIMED_OUT ? timedOut() : kind;
  }

  private FailureKind timedOut() {
    return call != NONE && endsWithCall() ? FailureKind.CALL_TIMED_OUT : FailureKind.TIMED_OUT;
  }

  /** The exception for a failure: a limit of ours has its own types. */
  Throwable raised(Throwable failure, Exchange<?> exchange) {
    FailureKind kind = kindOf(failure, exchange);
    Throwable cause = failure instanceof LimitPassed ? null : failure;
    if (kind == FailureKind.CALL_TIMED_OUT) {
      return new CallTimeoutException(
          "the call timed out after " + Duration.ofNanos(call) + " (" + source + ")", cause);
    }
    if (kind == FailureKind.TIMED_OUT && attempt != NONE) {
      return new AttemptTimeoutException(
          "the attempt timed out after " + Duration.ofNanos(attempt), cause);
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
