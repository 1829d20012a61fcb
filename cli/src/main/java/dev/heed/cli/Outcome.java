package dev.heed.cli;

import dev.heed.observe.AskedWait;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.Redaction;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import dev.heed.time.Durations;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a fetch ended, for the exit status, the user and the report.
 *
 * @param report of the engine; null when the call did not begin
 * @param status of the response that was returned; 0 for none
 * @param failure of the call or of the output; null for none
 * @param local what went wrong on this side; null for nothing
 */
record Outcome(
    @Nullable CallReport report, int status, @Nullable Throwable failure, @Nullable String local) {

  private static final int LEAST_ERROR = 400;

  int exit() {
    if (failure == null) {
      return status < LEAST_ERROR ? Exit.OK : Exit.ERROR_STATUS;
    }
    if (failure instanceof InterruptedException) {
      return Exit.INTERRUPTED;
    }
    if (local != null) {
      return Exit.OTHER;
    }
    if (failure instanceof HttpTimeoutException) {
      return Exit.TIMED_OUT;
    }
    return failure instanceof ConnectException ? Exit.NOT_CONNECTED : Exit.OTHER;
  }

  private int sends() {
    return report == null ? 0 : report.sends();
  }

  /** All waits. One that was cut short by an interrupt counts as long as it took. */
  private Duration waited() {
    Duration sum = Duration.ZERO;
    for (AttemptReport attempt : attempts()) {
      Duration wait = attempt.decision().map(RetryDecision::waitTime).orElse(Duration.ZERO);
      boolean cut =
          failure instanceof InterruptedException && attempt.number() == attempts().size();
      sum = sum.plus(cut ? shorter(wait, sinceEnd(attempt)) : wait);
    }
    return sum;
  }

  private Duration sinceEnd(AttemptReport attempt) {
    Duration end = attempt.started().plus(attempt.duration());
    return report == null ? Duration.ZERO : report.total().minus(end);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private List<AttemptReport> attempts() {
    return report == null ? List.of() : report.attempts();
  }

  private Optional<GaveUpBecause> gaveUp() {
    boolean good = failure == null && status < LEAST_ERROR;
    return report == null || good ? Optional.empty() : report.gaveUpBecause();
  }

  /** The last line for the user; empty text when there is nothing to say. */
  String line() {
    if (failure == null && status < LEAST_ERROR) {
      return sends() < 2 ? "" : status + effort();
    }
    if (failure instanceof InterruptedException) {
      return "interrupted" + effort();
    }
    if (local != null) {
      return local;
    }
    return what() + effort() + why();
  }

  private String why() {
    return report == null
        ? ""
        : gaveUp()
            .map(because -> ": " + Reasons.ofEnd(because, report) + Reasons.option(because))
            .orElse("");
  }

  private String what() {
    if (failure == null) {
      return Integer.toString(status);
    }
    return failure instanceof ConnectException
        ? "could not connect: " + Failures.brief(failure) + ", check host and port;"
        : Failures.brief(failure);
  }

  private String effort() {
    String waited = waited().isZero() ? "" : ", " + Durations.text(waited()) + " of waiting";
    return " after " + Text.count(sends(), "send") + waited;
  }

  /** The report as JSON. */
  Map<String, @Nullable Object> members(RequestOptions request) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("schema", 1);
    members.put("method", request.http().method());
    members.put("url", Redaction.place(request.http().uri()));
    members.put("outcome", failure == null ? "delivered" : "failed");
    members.put("status", failure == null ? status : null);
    members.put("error", failure == null ? null : error(failure, request));
    members.put("sends", sends());
    members.put("waitedMs", Spans.millis(waited()));
    members.put("totalMs", report == null ? 0 : Spans.millis(report.total()));
    members.put("gaveUpBecause", gaveUp().map(GaveUpBecause::toString).orElse(null));
    members.put("attempts", attempts().stream().map(attempt -> attempt(attempt, request)).toList());
    return members;
  }

  private String error(Throwable raised, RequestOptions request) {
    return local == null ? Failures.told(raised, request) : local;
  }

  private static Map<String, @Nullable Object> attempt(
      AttemptReport attempt, RequestOptions request) {
    Optional<RetryDecision> again = attempt.decision().filter(RetryDecision::again);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("number", attempt.number());
    members.put("startedMs", attempt.started().toMillis());
    members.put("status", attempt.status().isPresent() ? attempt.status().getAsInt() : null);
    members.put(
        "error", attempt.failure().map(failure -> Failures.told(failure, request)).orElse(null));
    members.put("hint", attempt.asked().map(Outcome::hint).orElse(null));
    members.put("waitMs", again.map(RetryDecision::waitTime).map(Spans::millis).orElse(null));
    members.put(
        "waitedBecause",
        again.flatMap(RetryDecision::waitedBecause).map(WaitedBecause::toString).orElse(null));
    return members;
  }

  private static Map<String, @Nullable Object> hint(AskedWait wait) {
    Duration asked = wait.duration();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("header", wait.header());
    members.put("value", wait.value());
    members.put("ms", Spans.millis(asked));
    return members;
  }
}
