package dev.heed.testing;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Says what must have happened to a call: {@code
 * assertCall(response).sends(2).waited(Duration.ofSeconds(7))}. Where it did not, the failure shows
 * the whole report. On {@link VirtualTime} all durations are exact.
 */
public final class CallAssert {

  private final CallReport report;

  private CallAssert(CallReport report) {
    this.report = report;
  }

  /**
   * About a finished call.
   *
   * @param outcome its response, of a plan or request that asked for reports; the exception that it
   *     raised; or its {@link CallReport}
   * @throws IllegalStateException when no report was kept
   */
  public static CallAssert assertCall(Object outcome) {
    return new CallAssert(outcome instanceof CallReport report ? report : CallReport.of(outcome));
  }

  /** The request was sent so many times. */
  public CallAssert sends(int count) {
    return check(report.sends() == count, times(count, "send"), times(report.sends(), "send"));
  }

  /** The attempts ended with these statuses, in this order; 0 for one without a response. */
  public CallAssert statuses(int... expected) {
    int[] actual =
        report.attempts().stream().mapToInt(attempt -> attempt.status().orElse(0)).toArray();
    return check(
        Arrays.equals(actual, expected),
        "statuses " + Arrays.toString(expected),
        Arrays.toString(actual));
  }

  /** All waits together took exactly this long; zero where there was none. */
  public CallAssert waited(Duration total) {
    return check(
        report.waited().equals(total),
        "waits of " + text(total) + " together",
        text(report.waited()));
  }

  /** The waits between the attempts were exactly these, in this order. */
  public CallAssert waits(Duration... each) {
    List<Duration> actual = waits().stream().map(RetryDecision::waitTime).toList();
    List<Duration> expected = List.of(each);
    return check(actual.equals(expected), "waits of " + text(expected), text(actual));
  }

  /** There was a wait, and each was for this reason. */
  public CallAssert waitedBecause(WaitedBecause reason) {
    List<WaitedBecause> actual =
        waits().stream().flatMap(wait -> wait.waitedBecause().stream()).toList();
    return check(
        !actual.isEmpty() && actual.stream().allMatch(reason::equals),
        "every wait because of " + reason,
        actual.isEmpty() ? "none" : actual.toString());
  }

  private List<RetryDecision> waits() {
    return report.attempts().stream()
        .map(AttemptReport::decision)
        .flatMap(Optional::stream)
        .filter(decision -> decision.waitedBecause().isPresent())
        .toList();
  }

  /** A response with this status was returned. */
  public CallAssert returned(int status) {
    return check(report.status().orElse(0) == status, "status " + status + " returned", ending());
  }

  /** An exception of this type was raised. */
  public CallAssert failedWith(Class<? extends Throwable> type) {
    return check(
        report.failure().filter(type::isInstance).isPresent(),
        "a failure with " + type.getSimpleName(),
        ending());
  }

  private String ending() {
    return report
        .failure()
        .map(failure -> "a failure with " + failure.getClass().getSimpleName())
        .orElseGet(() -> "status " + report.status().orElse(0) + " returned");
  }

  /** No further attempt was made, for this reason. */
  public CallAssert gaveUpBecause(GaveUpBecause reason) {
    return check(
        report.gaveUpBecause().filter(reason::equals).isPresent(),
        "giving up because of " + reason,
        report.gaveUpBecause().map(GaveUpBecause::toString).orElse("the call ended well"));
  }

  /** The call ended well: there was no reason to give up. */
  public CallAssert endedWell() {
    return check(
        report.gaveUpBecause().isEmpty(),
        "a call that ends well",
        "it gave up because of "
            + report.gaveUpBecause().map(GaveUpBecause::toString).orElse("nothing"));
  }

  /** The sentence that explains the end contains this text. */
  public CallAssert explainedBy(String part) {
    return check(
        report.explanation().contains(part),
        "an explanation with \"" + part + '"',
        '"' + report.explanation() + '"');
  }

  /** From its start to its end the call took exactly this long. */
  public CallAssert took(Duration total) {
    return check(report.total().equals(total), "a call of " + text(total), text(report.total()));
  }

  private CallAssert check(boolean holds, String expected, String actual) {
    if (!holds) {
      throw new AssertionError("expected " + expected + ", but was: " + actual + '\n' + whole());
    }
    return this;
  }

  private String whole() {
    StringBuilder text = new StringBuilder(report.toString());
    for (AttemptReport attempt : report.attempts()) {
      text.append("\n  +").append(text(attempt.started())).append(' ').append(attempt);
    }
    return text.toString();
  }

  private static String times(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String text(List<Duration> durations) {
    return durations.stream().map(CallAssert::text).toList().toString();
  }

  /** As a person writes it, unless that would hide what the two differ in. */
  private static String text(Duration duration) {
    boolean whole = duration.toNanos() % 1_000_000 == 0;
    return whole ? Durations.text(duration) : duration.toNanos() + " ns";
  }
}
