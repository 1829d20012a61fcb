package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.hint.Hint;
import dev.heed.hint.Hints;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.WaitedBecause;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class WaitingTest extends EngineFixture {

  @Test
  @Tag("W1")
  void aHintReplacesTheBackoff() throws Exception {
    script(Step.reply(503, "7"), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7));
  }

  @Test
  @Tag("W1")
  void jitterNeverShortensAHint() throws Exception {
    time.draws(0.000_001);
    plan.retry(r -> r.jitter(Jitter.FULL));
    script(Step.reply(503, "7"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7));
  }

  @Test
  @Tag("W1")
  void aSpreadOnlyLengthensAHint() throws Exception {
    time.draws(0.25);
    plan.retry(r -> r.hintSpread(Spread.upTo(seconds(2))));
    script(Step.reply(503, "7"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7.5));
  }

  @Test
  @Tag("W1")
  void aNegativeSpreadCountsAsNone() throws Exception {
    plan.retry(r -> r.hintSpread((hint, random) -> seconds(-5)));
    script(Step.reply(503, "7"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7));
  }

  @Test
  @Tag("W6")
  void aSpreadGivesWayWhereTheHintItselfStillFits() throws Exception {
    plan.callTimeout(seconds(8)).retry(r -> r.hintSpread((hint, random) -> seconds(5)));
    script(Step.reply(503, "7"), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7));
  }

  @Test
  @Tag("W2")
  void theWaitCountsFromTheMomentTheHeadArrives() throws Exception {
    script(Step.reply(503, "7").after(seconds(2)), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(9));
  }

  @Test
  @Tag("W2")
  @Tag("W8")
  void aTurnedWallClockChangesNoWaitThatHasBegun() throws Exception {
    script(Step.reply(503, "7"), Step.reply(200));
    time.after(seconds(1), () -> time.turnWallClock(Duration.ofHours(-5)));
    time.after(seconds(2), () -> time.turnWallClock(Duration.ofHours(9)));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(7));
  }

  @Test
  @Tag("W3")
  void theBackoffDoublesUpToItsMaximum() throws Exception {
    plan.retry(r -> r.maxRetries(7));
    script(Step.reply(503));

    assertThat(call().status()).isEqualTo(503);
    assertThat(sentAt().stream().map(Duration::toSeconds))
        .containsExactly(0L, 1L, 3L, 7L, 15L, 31L, 61L, 91L);
  }

  @Test
  @Tag("W3")
  void fullJitterIsTheDefault() throws Exception {
    time.draws(0.5, 0.25);
    plan.retry(r -> r.jitter(RetryPolicy.defaults().jitter()));
    script(Step.reply(503), Step.reply(503), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(0.5), seconds(1));
  }

  @Test
  @Tag("W4")
  void aHintAboveTheMaximumReturnsTheResponseAtOnce() throws Exception {
    plan.reports(true);
    script(Step.reply(429, "31"));

    Reply reply = call();

    assertThat(reply.headers()).containsKey("retry-after");
    assertThat(time.elapsed()).isZero();
    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.HINT_TOO_LONG);
    assertThat(CallReport.of(reply).explanation())
        .isEqualTo(
            "the server asks for 31 s, above RetryPolicy.maxDelay of 30 s: raise it to wait");
  }

  @Test
  @Tag("W4")
  void aHintOfExactlyTheMaximumIsWaitedFor() throws Exception {
    script(Step.reply(429, "30"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(Duration.ZERO, seconds(30));
  }

  @Test
  @Tag("W4")
  void aHintThatNoNumberHoldsReturnsTheResponse() throws Exception {
    plan.reports(true).retry(r -> r.maxDelay(Duration.ofDays(100_000)));
    script(Step.reply(429, "99999999999999999999"));

    CallReport report = CallReport.of(call());

    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.HINT_TOO_LONG);
    assertThat(report.explanation()).contains("more time than can be held");
  }

  @Test
  @Tag("W4")
  void theDecisionAboutALongHintDoesNotDependOnChance() throws Exception {
    time.draws(0);
    plan.retry(r -> r.jitter(Jitter.FULL)).hints(Hints.standard());
    long reset = VirtualTime.START.getEpochSecond() + 126_144_000;
    script(Step.reply(429).header("X-RateLimit-Reset", Long.toString(reset)));

    assertThat(call().status()).isEqualTo(429);
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("W4")
  void aNegativeWaitFromAReaderStopsAndReturnsTheResponse() throws Exception {
    plan.reports(true).hints((head, now) -> Hint.waitFor(Duration.ofNanos(-1)));
    script(Step.reply(503));

    CallReport report = CallReport.of(call());

    assertThat(report.sends()).isEqualTo(1);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.VERDICT);
  }

  @Test
  @Tag("W5")
  void theFirstZeroHintIsRetriedAtOnceAndTheNextOnesAfterTheBackoff() throws Exception {
    script(Step.reply(503, "0"));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(2), seconds(6));
  }

  @Test
  @Tag("W5")
  void aLaterZeroHintWaitsWithoutJitter() throws Exception {
    time.draws(0);
    plan.reports(true).retry(r -> r.jitter(Jitter.FULL).maxRetries(2));
    script(Step.reply(503, "0"));

    CallReport report = CallReport.of(call());

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(2));
    assertThat(report.attempts().get(1).decision().orElseThrow().waitedBecause())
        .contains(WaitedBecause.BACKOFF);
  }

  @Test
  @Tag("W5")
  void aPastDateCountsAsAZeroHint() throws Exception {
    script(Step.reply(503, "Sun, 01 Mar 2026 11:59:00 GMT"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0));
  }

  @Test
  @Tag("W5")
  void anotherAnswerBetweenZeroHintsAllowsAnImmediateRetryAgain() throws Exception {
    script(Step.reply(503, "0"), Step.reply(503), Step.reply(503, "0"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(2), seconds(2));
  }

  @Test
  @Tag("W5")
  void aFailureBetweenZeroHintsAllowsAnImmediateRetryAgain() throws Exception {
    script(
        Step.reply(503, "0"),
        Step.failure(new IOException("reset")),
        Step.reply(503, "0"),
        Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(2), seconds(2));
  }

  @Test
  @Tag("W5")
  void aHintDoesNotResetTheCounterOfAttempts() throws Exception {
    script(Step.reply(503, "3"));

    call();

    assertThat(exchange.sends).hasSize(4);
  }

  @Test
  @Tag("W6")
  @Tag("W4")
  void aHintThatWouldPassTheDeadlineReturnsTheResponseAtOnce() throws Exception {
    plan.callTimeout(seconds(30)).reports(true).retry(r -> r.maxDelay(Duration.ofMinutes(2)));
    script(Step.reply(429, "60").after(seconds(0.2)));

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(429);
    assertThat(time.elapsed()).isEqualTo(seconds(0.2));
    assertThat(time.pending()).isEmpty();
    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
    assertThat(CallReport.of(reply).attempts().get(0).asked()).isPresent();
  }

  @Test
  @Tag("W6")
  void aWaitThatEndsExactlyAtTheDeadlineIsNotStarted() throws Exception {
    plan.callTimeout(seconds(7));
    script(Step.reply(503, "7"));

    assertThat(call().status()).isEqualTo(503);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  @Tag("W6")
  void aBackoffThatWouldPassTheDeadlineRaisesTheFailureAtOnce() {
    IOException reset = new IOException("reset");
    plan.callTimeout(seconds(1)).retry(r -> r.baseDelay(seconds(2)));
    script(Step.failure(reset).after(seconds(0.5)));

    assertThat(failure()).isSameAs(reset);
    assertThat(time.elapsed()).isEqualTo(seconds(0.5));
    assertThat(CallReport.of(reset).explanation())
        .isEqualTo("a wait of 2 s does not fit the time left for the call: raise Heed.callTimeout");
  }

  @Test
  @Tag("W3")
  void aBaseOfZeroRetriesAtOnce() throws Exception {
    plan.retry(r -> r.baseDelay(Duration.ZERO));
    script(Step.reply(503), Step.reply(503), Step.reply(200));

    call();

    assertThat(time.elapsed()).isZero();
    assertThat(exchange.sends).hasSize(3);
  }

  @Test
  @Tag("W5")
  void aLongestDelayNearTheEndOfTimeDoesNotWrap() throws Exception {
    plan.retry(
        r ->
            r.baseDelay(Duration.ofSeconds(Long.MAX_VALUE))
                .maxDelay(Duration.ofSeconds(Long.MAX_VALUE))
                .hintSpread((hint, random) -> Duration.ofSeconds(Long.MAX_VALUE)));
    plan.callTimeout(Duration.ofDays(1));
    script(Step.reply(503, "1"), Step.reply(503, "0"), Step.reply(503, "0"), Step.reply(200));

    assertThat(call().status()).isEqualTo(503);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(1), seconds(1));
  }
}
