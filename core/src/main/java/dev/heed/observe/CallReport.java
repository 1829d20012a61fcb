package dev.heed.observe;

import dev.heed.http.RequestHead;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one call: every attempt, every wait and every reason. Immutable.
 *
 * <p>Kept for responses of plans or requests that asked for reports; a failure always carries its
 * own.
 */
public final class CallReport {

  private final String plan;
  private final RequestHead request;
  private final List<AttemptReport> attempts;
  private final @Nullable RetryDecision ending;
  private final Duration total;
  private final @Nullable Throwable failure;
  private final int status;
  private final @Nullable RetryDecision held;

  /**
   * A finished call. Made by the engine.
   *
   * @param attempts in order; copied
   * @param ending why the call ended other than by its last attempt, as by a cancel while it
   *     waited; null where the last attempt says why
   * @param total from the start of the call to its end
   * @param status of the response that was returned; 0 for none
   * @param failure that was raised; null for none
   */
  public CallReport(
      CallInfo call,
      List<AttemptReport> attempts,
      @Nullable RetryDecision ending,
      Duration total,
      int status,
      @Nullable Throwable failure) {
    this.plan = call.plan();
    this.request = call.request();
    this.held = null;
    this.attempts = List.copyOf(attempts);
    this.ending = ending;
    this.total = total;
    this.status = status;
    this.failure = failure;
  }

  private CallReport(CallReport report, RetryDecision held) {
    this.plan = report.plan;
    this.request = report.request;
    this.attempts = report.attempts;
    this.ending = report.ending;
    this.total = report.total;
    this.status = report.status;
    this.failure = report.failure;
    this.held = held;
  }

  /** The same, for a call that a guard made wait before its first attempt; null for none. */
  public CallReport heldAtFirst(@Nullable RetryDecision wait) {
    return wait == null ? this : new CallReport(this, wait);
  }

  /**
   * The report of a finished call.
   *
   * @param responseOrFailure the response that the call returned, or the exception it raised, also
   *     wrapped in an {@code ExecutionException} or a {@code CompletionException}
   * @throws IllegalStateException when no report was kept
   */
  public static CallReport of(Object responseOrFailure) {
    return find(responseOrFailure)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no report was kept for this "
                        + responseOrFailure.getClass().getSimpleName()
                        + ": build the plan with reports(true), or the request with report(true)"));
  }

  /** The report of a finished call, or empty when none was kept. */
  public static Optional<CallReport> find(Object responseOrFailure) {
    return Optional.ofNullable(
        responseOrFailure instanceof Throwable failure
            ? AttemptHistory.reportOf(failure)
            : KeptReports.INSTANCE.get(responseOrFailure));
  }

  /** Keeps this report for as long as the response is reachable. Called by the engine. */
  public void keepFor(Object response) {
    KeptReports.INSTANCE.put(response, this);
  }

  /** Attaches this report to the exception of a failed call. Called by the engine. */
  public void attachTo(Throwable failure) {
    AttemptHistory.attach(failure, this);
  }

  /**
   * Whether the failure has gone through a call of this plan before: some hosts raise one exception
   * object for many calls, which must not collect the failures of all of them.
   */
  public boolean isOfSharedFailure() {
    CallReport earlier = failure == null ? null : AttemptHistory.attachedTo(failure);
    return earlier != null && earlier.plan.equals(plan);
  }

  /** The name of the plan. */
  public String plan() {
    return plan;
  }

  /** The caller's request. */
  public RequestHead request() {
    return request;
  }

  /** All attempts, in order; also those that ended before anything was sent. */
  public List<AttemptReport> attempts() {
    return attempts;
  }

  /**
   * How many times the request was handed to the host's client. An attempt that a stage answered,
   * or that a stage or a time limit ended before that, is no send: see {@link AttemptReport#sent}.
   */
  public int sends() {
    return (int) attempts.stream().filter(AttemptReport::sent).count();
  }

  /** How many of the attempts were retries: neither the first of the call nor hedges. */
  public int retries() {
    return (int) attempts.stream().filter(a -> !a.hedge() && a.number() > 1).count();
  }

  /** How many of the attempts were hedges. */
  public int hedges() {
    return (int) attempts.stream().filter(AttemptReport::hedge).count();
  }

  /** From the start of the call to its end. */
  public Duration total() {
    return total;
  }

  /** The wait before the first attempt that a guard asked for, if there was one. */
  public Optional<RetryDecision> heldAtFirst() {
    return Optional.ofNullable(held);
  }

  /** All waits before and between attempts, as they were decided. */
  public Duration waited() {
    Duration sum = held == null ? Duration.ZERO : held.waitTime();
    for (AttemptReport attempt : attempts) {
      sum = sum.plus(attempt.decision().map(RetryDecision::waitTime).orElse(Duration.ZERO));
    }
    return sum;
  }

  /** Whether a response was returned. */
  public boolean delivered() {
    return failure == null;
  }

  /** The status of the response that was returned, if one was. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The exception that was raised, if one was. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Why no further attempt was made; empty when the call ended well. */
  public Optional<GaveUpBecause> gaveUpBecause() {
    return lastDecision().flatMap(RetryDecision::gaveUpBecause);
  }

  /** The reason in a sentence; empty text when the call ended well. */
  public String explanation() {
    return lastDecision().map(RetryDecision::explanation).orElse("");
  }

  private Optional<RetryDecision> lastDecision() {
    if (ending != null) {
      return Optional.of(ending);
    }
    for (AttemptReport attempt : attempts) {
      if (attempt.won()) {
        return attempt.decision();
      }
    }
    return attempts.isEmpty() ? Optional.empty() : attempts.get(attempts.size() - 1).decision();
  }

  /** One line: plan, method, place, sends, time, and the reason. Queries are left out. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(plan);
    text.append(": ").append(request.method()).append(' ').append(Redaction.place(request.uri()));
    text.append(failure == null ? " -> " + status : " failed");
    text.append(", ").append(sends()).append(sends() == 1 ? " send" : " sends");
    int hedges = hedges();
    if (hedges > 0) {
      text.append(hedges == 1 ? " (1 hedge)" : " (" + hedges + " hedges)");
    }
    text.append(" in ").append(Durations.text(total));
    gaveUpBecause()
        .ifPresent(
            why -> text.append("; gave up: ").append(why).append(", ").append(explanation()));
    return text.toString();
  }
}
