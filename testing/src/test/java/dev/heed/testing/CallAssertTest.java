package dev.heed.testing;

import static dev.heed.testing.CallAssert.assertCall;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.http.RequestHead;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("V3")
final class CallAssertTest {

  private static final long SECOND = 1_000_000_000;

  private static final String WHOLE =
      """

      acme: GET https://api.example.com/v1/things?... -> 200, 3 sends in 11 s
        +0 ms #1 503 (again in 7 s: the server asks for it)
        +8 s #2 IOException (again in 1 s: backoff)
        +10 s #3 200\
      """;

  private final CallReport recovered =
      new CallReport(
          new Info(),
          List.of(
              attempt(1, 0)
                  .status(503)
                  .decision(wait(WaitedBecause.HINT, 7, "the server asks for it"))
                  .build(),
              attempt(2, 8)
                  .failure(new IOException("reset"))
                  .decision(wait(WaitedBecause.BACKOFF, 1, "backoff"))
                  .build(),
              attempt(3, 10).status(200).build()),
          null,
          Duration.ofSeconds(11),
          200,
          null);

  private final CallReport failed =
      new CallReport(
          new Info(),
          List.of(
              attempt(1, 0)
                  .failure(new IOException("reset"))
                  .decision(RetryDecision.stop(GaveUpBecause.METHOD, "a POST: see methods"))
                  .build()),
          null,
          Duration.ofNanos(1_000_001),
          0,
          new IOException("reset"));

  private static AttemptReport.Builder attempt(int number, long startedSeconds) {
    return AttemptReport.builder(number).times(startedSeconds * SECOND, SECOND);
  }

  private static RetryDecision wait(WaitedBecause because, long seconds, String explanation) {
    return RetryDecision.again(because, seconds * SECOND, explanation);
  }

  private record Info() implements CallInfo, RequestHead {

    @Override
    public String plan() {
      return "acme";
    }

    @Override
    public RequestHead request() {
      return this;
    }

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public URI uri() {
      return URI.create("https://api.example.com/v1/things?key=secret");
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }

  private static void fails(Runnable check, String message) {
    assertThatThrownBy(check::run).isInstanceOf(AssertionError.class).hasMessage(message);
  }

  @Test
  void allOfThisIsTrue() {
    assertCall(recovered)
        .sends(3)
        .statuses(503, 0, 200)
        .waited(Duration.ofSeconds(8))
        .waits(Duration.ofSeconds(7), Duration.ofSeconds(1))
        .returned(200)
        .endedWell()
        .took(Duration.ofSeconds(11));
    assertCall(failed)
        .sends(1)
        .waited(Duration.ZERO)
        .waits()
        .failedWith(IOException.class)
        .gaveUpBecause(GaveUpBecause.METHOD)
        .explainedBy("see methods");
  }

  @Test
  void aFailureShowsTheWholeReport() {
    fails(() -> assertCall(recovered).sends(2), "expected 2 sends, but was: 3 sends" + WHOLE);
  }

  @Test
  void aWrongNumberSaysWhatWasExpectedAndWhatWas() {
    says(() -> assertCall(failed).sends(2), "2 sends", "1 send");
    says(() -> assertCall(recovered).statuses(503, 200), "statuses [503, 200]", "[503, 0, 200]");
    says(() -> assertCall(recovered).waited(Duration.ofSeconds(7)), "waits of 7 s together", "8 s");
    says(() -> assertCall(recovered).waits(Duration.ofSeconds(8)), "waits of [8 s]", "[7 s, 1 s]");
    says(() -> assertCall(failed).took(Duration.ofMillis(1)), "a call of 1 ms", "1000001 ns");
  }

  @Test
  void aWrongReasonSaysWhatWasExpectedAndWhatWas() {
    says(
        () -> assertCall(recovered).waitedBecause(WaitedBecause.HINT),
        "every wait because of hint",
        "[hint, backoff]");
    says(
        () -> assertCall(failed).waitedBecause(WaitedBecause.HINT),
        "every wait because of hint",
        "none");
    says(
        () -> assertCall(recovered).gaveUpBecause(GaveUpBecause.BODY),
        "giving up because of body",
        "the call ended well");
    says(
        () -> assertCall(failed).gaveUpBecause(GaveUpBecause.BODY),
        "giving up because of body",
        "method");
    says(
        () -> assertCall(failed).explainedBy("maxDelay"),
        "an explanation with \"maxDelay\"",
        "\"a POST: see methods\"");
  }

  @Test
  void aWrongEndSaysWhatWasExpectedAndWhatWas() {
    says(() -> assertCall(recovered).returned(503), "status 503 returned", "status 200 returned");
    says(
        () -> assertCall(failed).returned(200),
        "status 200 returned",
        "a failure with IOException");
    says(
        () -> assertCall(failed).failedWith(HttpTimeoutException.class),
        "a failure with HttpTimeoutException",
        "a failure with IOException");
    says(
        () -> assertCall(failed).endedWell(),
        "a call that ends well",
        "it gave up because of method");
  }

  private static void says(Runnable check, String expected, String actual) {
    assertThatThrownBy(check::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("expected " + expected + ", but was: " + actual + "\nacme: GET");
  }

  @Test
  void anExceptionOfACallHasItsReport() {
    IOException failure = new IOException("reset");
    failed.attachTo(failure);

    assertCall(failure).sends(1);
  }

  @Test
  void anOutcomeWithoutAReportSaysHowToGetOne() {
    assertThatThrownBy(() -> assertCall("a response"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("reports(true)");
  }
}
