package dev.heed.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.http.RequestHead;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("V3")
final class ReportsTest {

  private record Head(String method, URI uri) implements RequestHead {

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }

  private record Info(String plan, RequestHead request) implements CallInfo {}

  private static final Info CALL =
      new Info("acme", new Head("GET", URI.create("https://user:pw@a.example:8443/p?q=1#f")));

  private static AttemptReport.Builder attempt(int number) {
    return AttemptReport.builder(number).times(1_000_000_000L * number, 250_000_000L);
  }

  private static CallReport report(int status, Throwable failure, AttemptReport... attempts) {
    return new CallReport(CALL, List.of(attempts), null, Duration.ofMillis(1500), status, failure);
  }

  private static RetryDecision again() {
    return RetryDecision.again(WaitedBecause.HINT, 2_000_000_000L, "503, asked");
  }

  @Test
  void anAttemptTellsWhatCameAndWhatWasDecided() {
    assertThat(attempt(1).status(200).build()).hasToString("#1 200");
    assertThat(attempt(2).status(503).decision(again()).build())
        .hasToString("#2 503 (again in 2 s: 503, asked)");
    assertThat(attempt(3).status(200).failure(new IOException("cut")).build())
        .hasToString("#3 IOException");
    assertThat(attempt(4).sent(false).status(503).decision(again()).build())
        .hasToString("#4 503, not sent (again in 2 s: 503, asked)");
  }

  @Test
  void anAttemptIsReadableAsData() {
    AskedWait asked = new AskedWait("Retry-After", "2", Duration.ofSeconds(2));
    AttemptReport report = attempt(2).status(503).asked(asked).decision(again()).build();

    assertThat(report.number()).isEqualTo(2);
    assertThat(report.started()).isEqualTo(Duration.ofSeconds(2));
    assertThat(report.duration()).isEqualTo(Duration.ofMillis(250));
    assertThat(report.status()).hasValue(503);
    assertThat(report.failure()).isEmpty();
    assertThat(report.asked()).contains(asked);
    assertThat(report.decision().orElseThrow().again()).isTrue();
    assertThat(attempt(1).build().status()).isEmpty();
  }

  @Test
  void aWaitWithoutAFieldIsNamedCustom() {
    assertThat(new AskedWait(null, null, Duration.ZERO)).hasToString("(custom): ");
    assertThat(new AskedWait("Retry-After", "2", Duration.ofSeconds(2)))
        .hasToString("Retry-After: 2");
  }

  @Test
  void aDecisionTellsItsReason() {
    RetryDecision stop = RetryDecision.stop(GaveUpBecause.HINT_TOO_LONG, "too long");

    assertThat(stop).hasToString("hint-too-long: too long");
    assertThat(stop.again()).isFalse();
    assertThat(stop.waitTime()).isZero();
    assertThat(stop.waitedBecause()).isEmpty();
    assertThat(RetryDecision.refreshed("401")).hasToString("again in 0 ms: 401");
    assertThat(RetryDecision.refreshed("401").again()).isTrue();
  }

  @Test
  void aReportSaysInOneLineHowTheCallWent() {
    assertThat(report(200, null, attempt(1).status(200).build()))
        .hasToString("acme: GET https://a.example:8443/p?... -> 200, 1 send in 1.5 s");
    RetryDecision stop = RetryDecision.stop(GaveUpBecause.RETRIES_EXHAUSTED, "all used");
    assertThat(
            report(
                503,
                null,
                attempt(1).status(503).decision(again()).build(),
                attempt(2).status(503).decision(stop).build()))
        .hasToString(
            "acme: GET https://a.example:8443/p?... -> 503, 2 sends in 1.5 s; gave up:"
                + " retries-exhausted, all used");
    assertThat(report(0, new IOException("x")))
        .hasToString("acme: GET https://a.example:8443/p?... failed, 0 sends in 1.5 s");
  }

  @Test
  void aReportIsReadableAsData() {
    CallReport report =
        report(
            200,
            null,
            attempt(1).status(503).decision(again()).build(),
            attempt(2).status(200).build());

    assertThat(report.plan()).isEqualTo("acme");
    assertThat(report.request()).isSameAs(CALL.request());
    assertThat(report.waited()).isEqualTo(Duration.ofSeconds(2));
    assertThat(report.total()).isEqualTo(Duration.ofMillis(1500));
    assertThat(report.gaveUpBecause()).isEmpty();
    assertThat(report.explanation()).isEmpty();
    assertThat(report(0, null).status()).isEmpty();
    assertThat(report(0, null).gaveUpBecause()).isEmpty();
  }

  @Test
  void attemptsThatDidNotReachTheHostAreNoSends() {
    CallReport report =
        report(
            200,
            null,
            attempt(1).sent(false).status(503).decision(again()).build(),
            attempt(2).status(200).build());

    assertThat(report.attempts()).extracting(AttemptReport::sent).containsExactly(false, true);
    assertThat(report.sends()).isEqualTo(1);
    assertThat(report).asString().contains("-> 200, 1 send in");
  }

  @Test
  void anEndOutsideOfAnAttemptIsTheReason() {
    RetryDecision ending = RetryDecision.stop(GaveUpBecause.CANCELLED, "cancelled");
    CallReport report =
        new CallReport(
            CALL,
            List.of(attempt(1).status(503).decision(again()).build()),
            ending,
            Duration.ZERO,
            0,
            new IOException("x"));

    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.CANCELLED);
    assertThat(report.explanation()).isEqualTo("cancelled");
  }

  @Test
  void theAttemptsOfAReportCannotBeChanged() {
    List<AttemptReport> attempts = new ArrayList<>(List.of(attempt(1).build()));
    CallReport report = new CallReport(CALL, attempts, null, Duration.ZERO, 200, null);
    attempts.clear();

    assertThat(report.attempts()).hasSize(1);
    assertThatThrownBy(() -> report.attempts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aReportIsFoundByTheVeryResponse() {
    String response = new String("response");
    CallReport report = report(200, null);
    report.keepFor(response);

    assertThat(CallReport.find(response)).containsSame(report);
    assertThat(CallReport.find(new String("response"))).isEmpty();
  }

  @Test
  void aStackTraceShowsTheAttempts() {
    IOException failure = new IOException("reset");
    report(0, failure, attempt(1).failure(failure).build()).attachTo(failure);

    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0].toString())
        .contains("acme: GET https://a.example:8443/p?... failed")
        .contains("[#1 IOException]");
    assertThat(failure.getSuppressed()[0].getStackTrace()).isEmpty();
  }

  @Test
  void attachingAgainReplacesTheReport() {
    IOException failure = new IOException("reset");
    report(0, failure).attachTo(failure);
    CallReport second = report(0, failure);

    assertThat(second.isOfSharedFailure()).isTrue();
    second.attachTo(failure);

    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(CallReport.of(failure)).isSameAs(second);
    assertThat(report(0, new IOException("other")).isOfSharedFailure()).isFalse();
    assertThat(report(200, null).isOfSharedFailure()).isFalse();
  }

  @Test
  void anotherKindOfCauseIsNotLookedThrough() {
    IOException failure = new IOException("reset");
    report(0, failure).attachTo(failure);

    assertThat(CallReport.find(new IllegalStateException(failure))).isEmpty();
  }

  @Test
  @Tag("C6")
  void namesAreTheOnesOfTheCommandLine() {
    assertThat(GaveUpBecause.values())
        .extracting(GaveUpBecause::toString)
        .containsExactly(
            "not-retryable",
            "method",
            "body",
            "retries-exhausted",
            "hint-too-long",
            "deadline",
            "budget",
            "refused",
            "cancelled",
            "interrupted",
            "certificate",
            "verdict");
    assertThat(WaitedBecause.values())
        .extracting(WaitedBecause::toString)
        .containsExactly("hint", "backoff", "cooldown", "limit");
  }
}
