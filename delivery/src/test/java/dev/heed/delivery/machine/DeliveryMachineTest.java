package dev.heed.delivery.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.hint.Hint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sequences of answers; what follows from a single one is the affair of the table. */
@Tag("D1")
class DeliveryMachineTest {

  private static final long A = 1;
  private static final long B = 2;

  private MachineSettings settings = settings(exact(), false);
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private DeliveryState state = DeliveryState.empty();

  @Test
  void theWaitsOfABatchDoubleUpToTheCeiling() {
    for (long millis : List.of(500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000)) {
      Verdict verdict = answer(A, 503);
      assertThat(verdict.again()).contains(now.plusMillis(millis));
      now = verdict.again().orElseThrow();
    }
  }

  @Test
  void tenRetriesAreElevenAttempts() {
    settings = settings(exact(), true);
    for (int retry = 0; retry < 10; retry++) {
      assertThat(answer(A, 500).settles()).isFalse();
      now = now.plusSeconds(60);
    }
    Verdict last = answer(A, 500);
    assertThat(state.records()).isZero();
    assertThat(last.reason()).contains(DropReason.RETRIES_EXHAUSTED);
    assertThat(last.why()).isEqualTo("500 after 10 retries (backoffConfig.maxRetryCount)");
  }

  @Test
  @Tag("statement-3")
  void zeroRetriesSendOnce() {
    settings = settings(exact().backoff(b -> b.maxRetryCount(0)), true);
    assertThat(gate(A).kind()).isEqualTo(Gate.Kind.SEND);
    assertThat(answer(A, 500).reason()).contains(DropReason.RETRIES_EXHAUSTED);
  }

  @Test
  @Tag("D4")
  void withoutALimitOnlyTimeEndsTheRetries() {
    int attempts = 0;
    Instant start = now;
    Verdict verdict;
    do {
      verdict = answer(A, 503);
      attempts++;
      now = verdict.again().orElse(now);
    } while (!verdict.settles());
    assertThat(attempts).isGreaterThan(700);
    assertThat(Duration.between(start, now))
        .isBetween(Duration.ofMinutes(719), Duration.ofHours(12));
    assertThat(verdict.why())
        .isEqualTo(
            "503, and the next wait of 1 min does not end within 12 h of the first failure"
                + " (backoffConfig.maxTotalBackoffDuration)");
  }

  @Test
  @Tag("D4")
  void failuresWithoutAnAnswerNeverCount() {
    settings = settings(exact().backoff(b -> b.maxRetryCount(2)), true);
    for (int i = 0; i < 50; i++) {
      assertThat(apply(A, Answer.none(1, false)).settles()).isFalse();
    }
    assertThat(answer(A, 500).settles()).isFalse();
    assertThat(answer(A, 500).settles()).isFalse();
    assertThat(answer(A, 500).reason()).contains(DropReason.RETRIES_EXHAUSTED);
  }

  @Test
  void oneBatchBacksOffAndTheOtherDoesNot() {
    answer(A, 503);
    assertThat(gate(A).kind()).isEqualTo(Gate.Kind.HOLD_BATCH);
    assertThat(gate(B).kind()).isEqualTo(Gate.Kind.SEND);
  }

  @Test
  void aPauseStopsAllBatches() {
    answer(A, 503, seconds(10));
    assertThat(List.of(gate(A), gate(B)))
        .containsOnly(new Gate(Gate.Kind.HOLD_ALL, now.plusSeconds(10)));
    now = now.plusSeconds(10);
    assertThat(gate(B).kind()).isEqualTo(Gate.Kind.SEND);
  }

  @Test
  void aPauseCostsTheBatchNothing() {
    settings = settings(exact().backoff(b -> b.maxRetryCount(1)), true);
    for (int i = 0; i < 20; i++) {
      assertThat(answer(A, 503, seconds(1)).kind()).isEqualTo(Verdict.Kind.PAUSE);
      now = now.plusSeconds(1);
    }
    assertThat(answer(A, 500).kind()).isEqualTo(Verdict.Kind.BACK_OFF);
  }

  @Test
  @Tag("statement-26")
  void anEpisodeStartsOnceAndASuccessEndsIt() {
    Instant first = now;
    answer(A, 429, seconds(5));
    now = now.plusSeconds(5);
    answer(A, 429, seconds(5));
    assertThat(state.episodeStart()).contains(first);
    assertThat(state.pauses()).isEqualTo(2);
    now = now.plusSeconds(5);
    answer(B, 200);
    assertThat(state.episodeStart()).isEmpty();
    assertThat(state.pausedUntil()).isEmpty();
    assertThat(state.pauses()).isZero();
  }

  @Test
  @Tag("statement-38")
  void aFailureOrARefusalDoesNotEndAnEpisode() {
    answer(A, 429, seconds(5));
    answer(B, 500);
    answer(B, 400);
    assertThat(state.pauses()).isEqualTo(1);
    assertThat(state.episodeStart()).isPresent();
  }

  @Test
  @Tag("statement-27")
  void anEpisodeThatIsOverGivesUpOneBatchAndTheOthersStillWait() {
    answer(A, 429, seconds(300));
    now = now.plus(Duration.ofHours(12)).minusSeconds(299);
    Verdict verdict = answer(A, 429, seconds(300));
    assertThat(verdict.reason()).contains(DropReason.TIME_EXHAUSTED);
    assertThat(verdict.why())
        .isEqualTo(
            "429, and the next wait of 5 min does not end within 12 h of the first pause"
                + " (rateLimitConfig.maxRateLimitDuration)");
    assertThat(state.episodeStart()).isEmpty();
    assertThat(gate(B)).isEqualTo(new Gate(Gate.Kind.HOLD_ALL, now.plusSeconds(300)));
  }

  @Test
  void aHundredPausesAreTakenWhereRetriesAreLimited() {
    settings = settings(exact(), true);
    for (int i = 0; i < 100; i++) {
      assertThat(answer(A, 429, seconds(1)).settles()).isFalse();
    }
    assertThat(answer(A, 429, seconds(1)).why())
        .isEqualTo("429 after 100 pauses (rateLimitConfig.maxRetryCount)");
    assertThat(state.pauses()).isZero();
    assertThat(state.pausedUntil()).contains(now.plusSeconds(1));
  }

  @Test
  @Tag("statement-37")
  void zeroPausesSendOnceAlsoWithAHint() {
    settings = settings(exact().rateLimit(r -> r.maxRetryCount(0)), true);
    assertThat(answer(A, 503, seconds(5)).reason()).contains(DropReason.RETRIES_EXHAUSTED);
    assertThat(answer(B, 429, seconds(5)).reason()).contains(DropReason.RETRIES_EXHAUSTED);
  }

  @Test
  void aHintBeyondTheLongestPauseIsCut() {
    Verdict verdict = answer(A, 503, Hint.tooLong("Retry-After", "9".repeat(30)));
    assertThat(verdict.again()).contains(now.plusSeconds(300));
    assertThat(verdict.why()).isEqualTo("503 pauses for 5 min");
  }

  @Test
  void aHintThatSaysStopIsNoHint() {
    assertThat(answer(A, 503, Hint.waitFor(Duration.ofSeconds(-1))).kind())
        .isEqualTo(Verdict.Kind.BACK_OFF);
    assertThat(answer(A, 429, Hint.waitFor(Duration.ofSeconds(-1))).again())
        .contains(now.plusSeconds(300));
  }

  @Test
  void aSwitchedOffPathIsNamed() {
    settings = settings(exact().rateLimit(r -> r.enabled(false)), false);
    assertThat(answer(A, 429).why())
        .isEqualTo("429 would be retried, but rateLimitConfig.enabled is false");
    settings = settings(exact().backoff(b -> b.enabled(false)), false);
    assertThat(answer(A, 503).why())
        .isEqualTo("503 would be retried, but backoffConfig.enabled is false");
    assertThat(answer(A, 404).why())
        .isEqualTo("404 is not retried (backoffConfig.statusCodeOverrides)");
  }

  @Test
  void clearingThePathOfAPauseDoesNotClearThePause() {
    answer(A, 429, seconds(60));
    settings = settings(exact().rateLimit(r -> r.enabled(false)), false);
    assertThat(gate(A).kind()).isEqualTo(Gate.Kind.HOLD_ALL);
  }

  @Test
  void settingsThatBecomeTighterCountWithTheNextAnswer() {
    answer(A, 500);
    now = now.plusSeconds(30);
    settings =
        settings(exact().backoff(b -> b.maxTotalBackoffDuration(Duration.ofSeconds(30))), false);
    assertThat(gate(A).kind()).isEqualTo(Gate.Kind.SEND);
    assertThat(answer(A, 500).reason()).contains(DropReason.TIME_EXHAUSTED);
  }

  @Test
  @Tag("D3")
  void waitsOfOtherSettingsAreBoundedAndEnd() {
    state = state.paused(now.plus(Duration.ofDays(365)), 1, now.plusSeconds(9));
    state = state.with(A, record -> record.at(Instant.MAX, Instant.MAX));
    state = machine().bounded(state, now);
    assertThat(gate(A).askAgain()).contains(now.plusSeconds(300));
    assertThat(state.episodeStart()).contains(now);
    assertThat(state.next(A)).contains(now.plusSeconds(60));
    assertThat(state.record(A).firstFailure()).isEqualTo(now);
    assertThat(machine().bounded(state, now)).isEqualTo(state);
  }

  @Test
  @Tag("D8")
  void attemptsCountAllSendsOfABatchAndNoOthers() {
    for (int status : new int[] {429, 500, 503}) {
      state = machine().sending(state, A);
      answer(A, status, status == 503 ? seconds(1) : Hint.none());
    }
    assertThat(state.attempts(A)).isEqualTo(3);
    assertThat(state.attempts(B)).isZero();
  }

  @Test
  @Tag("D9")
  void aBatchThatIsTooLargeIsHalvedAtOnceUntilItFits() {
    Verdict verdict = apply(A, Answer.of(413, Hint.none(), 20, false));
    assertThat(verdict.again()).contains(now);
    assertThat(verdict.why()).isEqualTo("413 for 20 events; 10 are sent next");
    apply(A, Answer.of(413, Hint.none(), 10, true));
    assertThat(state.limit(A)).isEqualTo(5);
    assertThat(apply(A, Answer.of(200, Hint.none(), 5, true)).settles()).isTrue();
    assertThat(state.limit(A)).isEqualTo(5);
    assertThat(state.attempts(A)).isZero();
  }

  @Test
  @Tag("D9")
  void aSingleEventThatIsTooLargeIsRefused() {
    assertThat(apply(A, Answer.of(413, Hint.none(), 1, true)).reason())
        .contains(DropReason.REFUSED);
  }

  @Test
  @Tag("D9")
  void whoSaysWhatBecomesOfA413DoesNotGetItSplit() {
    settings = settings(exact().backoff(b -> b.statusCodeOverride(413, Behavior.DROP)), false);
    assertThat(apply(A, Answer.of(413, Hint.none(), 20, false)).settles()).isTrue();
  }

  @Test
  @Tag("D9")
  void progressStartsTheWaitsAndCountsAnew() {
    settings = settings(exact().backoff(b -> b.maxRetryCount(1)), true);
    state = machine().sending(state, A);
    answer(A, 500);
    state = machine().sending(machine().progressed(state, A), A);
    Verdict verdict = apply(A, Answer.leftOver(503, Hint.none(), 4, false));
    assertThat(verdict.again()).contains(now.plusMillis(500));
    assertThat(state.attempts(A)).isEqualTo(2);
  }

  @Test
  @Tag("D9")
  void a429OfSingleEventsWithoutAHintDelaysTheirBatchOnly() {
    assertThat(apply(A, Answer.leftOver(429, Hint.none(), 4, false)).kind())
        .isEqualTo(Verdict.Kind.BACK_OFF);
    assertThat(apply(A, Answer.leftOver(429, seconds(7), 4, false)).kind())
        .isEqualTo(Verdict.Kind.PAUSE);
  }

  @Test
  @Tag("D10")
  void aKeptStatusIsNeverGivenUp() {
    settings =
        settings(
            exact().backoff(b -> b.maxRetryCount(0).statusCodeOverride(403, Behavior.KEEP)), true);
    for (int i = 0; i < 2000; i++) {
      Verdict verdict = answer(A, 403, i % 3 == 0 ? seconds(300) : Hint.none());
      assertThat(verdict.settles()).isFalse();
      now = verdict.again().orElseThrow();
    }
    assertThat(state.episodeStart()).isEmpty();
  }

  @Test
  void resumingEndsAllWaitsAndKeepsTheAttempts() {
    state = machine().sending(state, A);
    answer(A, 500);
    answer(B, 429, seconds(60));
    state = state.resumed();
    assertThat(List.of(gate(A), gate(B))).containsOnly(Gate.OPEN);
    assertThat(state.attempts(A)).isEqualTo(1);
  }

  @Test
  void recordsOfVanishedBatchesAreForgotten() {
    answer(A, 500);
    answer(B, 500);
    assertThat(state.retain(List.of(B, 99L)).records()).isEqualTo(1);
    assertThat(state.retain(List.of(A, B))).isSameAs(state);
    assertThat(state.without(99)).isSameAs(state);
  }

  private static HttpConfig.Builder exact() {
    return HttpConfig.builder().backoff(b -> b.jitterPercent(0));
  }

  private static MachineSettings settings(HttpConfig.Builder http, boolean limitRetries) {
    return new MachineSettings(http.build(), limitRetries, false, false, true);
  }

  private static Hint seconds(int seconds) {
    return Hint.waitFor(Duration.ofSeconds(seconds), "Retry-After", Integer.toString(seconds));
  }

  private DeliveryMachine machine() {
    return new DeliveryMachine(settings);
  }

  private Gate gate(long batch) {
    return machine().gate(state, now, batch);
  }

  private Verdict answer(long batch, int status) {
    return answer(batch, status, Hint.none());
  }

  private Verdict answer(long batch, int status, Hint hint) {
    return apply(batch, Answer.of(status, hint, 1, false));
  }

  private Verdict apply(long batch, Answer answer) {
    Step step = machine().answered(state, now, batch, answer, 0.5);
    state = step.state();
    return step.verdict();
  }
}
