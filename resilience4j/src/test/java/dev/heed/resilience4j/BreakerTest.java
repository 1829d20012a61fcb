package dev.heed.resilience4j;

import static dev.heed.guard.Settlement.FAILURE;
import static dev.heed.guard.Settlement.IGNORED;
import static dev.heed.guard.Settlement.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BreakerTest {

  private final VirtualTime time = new VirtualTime();
  private Guarding breaker = new Guarding(Breaker.builder().build(), time);

  private void open() {
    breaker.times(90, SUCCESS);
    breaker.times(10, FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("open");
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  @Tag("G1")
  void tenPercentOfAHundredOpenIt() {
    breaker.times(90, SUCCESS);
    breaker.times(9, FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("closed");
    breaker.once(FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("open");
  }

  @Test
  @Tag("G1")
  void fewerThanAHundredNeverOpenIt() {
    breaker.times(99, FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G1")
  void whatIsOlderThanThirtySecondsDoesNotCount() {
    breaker.times(99, FAILURE);
    time.advance(seconds(31));
    breaker.once(FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G3")
  void anOpenOneRefusesAndSaysForHowLong() {
    open();
    time.advance(seconds(2));
    assertThat(breaker.ask())
        .hasToString(
            "refused: the breaker is open: at least 10 % failed of at least 100 in 30 s;"
                + " Breaker.openFor says how long it stays so (again in 3 s)");
  }

  @Test
  @Tag("G1")
  void itIsOpenForExactlyFiveSecondsAndThenOneTrialGoes() {
    open();
    time.advance(seconds(5).minusNanos(1));
    assertThat(breaker.ask()).isInstanceOf(Refusal.class);
    time.advance(Duration.ofNanos(1));
    assertThat(breaker.ask()).isInstanceOf(Permit.class);
    assertThat(breaker.ask())
        .hasToString(
            "refused: the breaker is half-open and waits for the end of its trial; Breaker.trials"
                + " says how many go together");
  }

  @Test
  @Tag("G1")
  void aTrialThatSucceedsClosesIt() {
    open();
    time.advance(seconds(5));
    breaker.once(SUCCESS);
    assertThat(breaker.guard.state()).isEqualTo("closed");
    breaker.times(99, FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G1")
  void aTrialThatFailsOpensItForAnotherFiveSeconds() {
    open();
    time.advance(seconds(7));
    breaker.once(FAILURE);
    assertThat(breaker.ask())
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.retryAfter()).hasValue(seconds(5)));
  }

  @Test
  @Tag("G4")
  void aTrialThatIsCancelledMakesRoomForTheNext() {
    open();
    time.advance(seconds(5));
    breaker.times(20, IGNORED);
    assertThat(breaker.guard.state()).isEqualTo("half-open");
    breaker.once(SUCCESS);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G4")
  void resultsFromBeforeTheBreakChangeNothing() {
    Permit success = breaker.permit();
    Permit failure = breaker.permit();
    Permit cancel = breaker.permit();
    open();
    time.advance(seconds(5));
    Permit trial = breaker.permit();

    Guarding.settle(success, SUCCESS);
    Guarding.settle(failure, FAILURE);
    Guarding.settle(cancel, IGNORED);

    assertThat(breaker.guard.state()).isEqualTo("half-open");
    assertThat(breaker.ask()).isInstanceOf(Refusal.class);
    Guarding.settle(trial, SUCCESS);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G4")
  void resultsFromBeforeTheBreakDoNotCountAfterItEither() {
    Permit[] late = new Permit[100];
    java.util.Arrays.setAll(late, i -> breaker.permit());
    open();
    time.advance(seconds(5));
    breaker.once(SUCCESS);

    for (Permit permit : late) {
      Guarding.settle(permit, FAILURE);
    }

    assertThat(breaker.guard.state()).isEqualTo("closed");
    assertThat(breaker.guard.isIdle()).isTrue();
  }

  @Test
  @Tag("G4")
  void severalTrialsGoTogetherAndAllAreAwaited() {
    breaker = new Guarding(Breaker.builder().trials(3).build(), time);
    open();
    time.advance(seconds(5));
    Permit first = breaker.permit();
    Permit second = breaker.permit();
    Permit third = breaker.permit();
    assertThat(breaker.ask()).isInstanceOf(Refusal.class);
    Guarding.settle(first, SUCCESS);
    Guarding.settle(second, IGNORED);
    Guarding.settle(third, SUCCESS);
    assertThat(breaker.guard.state()).isEqualTo("half-open");
    breaker.once(SUCCESS);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G9")
  void whatSaysNothingOfTheServerDoesNotCount() {
    breaker.times(1000, IGNORED);
    breaker.times(99, FAILURE);
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("G9")
  void tooManyRequestsCountsWhenItIsSwitchedOn() {
    breaker = new Guarding(Breaker.builder().minimum(2).countThrottled(true).build(), time);
    breaker.permit().settle(Guarding.ending(IGNORED, 429, null));
    breaker.permit().settle(Guarding.ending(IGNORED, 404, null));
    assertThat(breaker.guard.state()).isEqualTo("closed");
    breaker.permit().settle(Guarding.ending(IGNORED, 429, null));
    assertThat(breaker.guard.state()).isEqualTo("open");
  }

  @Test
  @Tag("G9")
  void aCancelAfterTooManyRequestsIsACancel() {
    breaker = new Guarding(Breaker.builder().minimum(1).countThrottled(true).build(), time);
    breaker.permit().settle(Guarding.ending(IGNORED, 429, new InterruptedException()));
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @Test
  @Tag("V1")
  void eachChangeOfTheStateIsTold() {
    open();
    breaker.ask();
    time.advance(seconds(5));
    breaker.once(FAILURE);
    time.advance(seconds(5));
    breaker.once(SUCCESS);
    assertThat(breaker.changes)
        .containsExactly(
            "closed -> open",
            "open -> half-open",
            "half-open -> open",
            "open -> half-open",
            "half-open -> closed");
  }

  @Test
  @Tag("G5")
  void onlyAClosedOneThatKnowsOfNoFailureIsIdle() {
    breaker.once(SUCCESS);
    assertThat(breaker.guard.isIdle()).isTrue();
    breaker.once(FAILURE);
    assertThat(breaker.guard.isIdle()).isFalse();
    time.advance(seconds(31));
    assertThat(breaker.guard.isIdle()).isTrue();
    open();
    time.advance(seconds(3600));
    assertThat(breaker.guard.isIdle()).isFalse();
  }

  @Test
  void theWallClockChangesNothing() {
    open();
    time.turnWallClock(Duration.ofDays(1));
    assertThat(breaker.ask()).isInstanceOf(Refusal.class);
    time.turnWallClock(Duration.ofDays(-7));
    time.advance(seconds(5));
    assertThat(breaker.ask()).isInstanceOf(Permit.class);
  }

  @Test
  void aClosedOneMakesNoObjectForEachCall() {
    assertThat(breaker.permit()).isSameAs(breaker.permit());
  }

  @Test
  @Tag("G2")
  void everythingThatIsWrongIsListed() {
    Breaker.Builder wrong =
        Breaker.builder()
            .failureRate(0)
            .minimum(0)
            .window(Duration.ofMillis(1500))
            .openFor(Duration.ofMillis(1))
            .trials(0);
    assertThatThrownBy(wrong::build)
        .hasMessage(
            "the breaker's failureRate must be above 0 and at most 1: 0.0; the breaker's minimum"
                + " must be positive: 0; the breaker's window must be a number of whole seconds:"
                + " 1.5 s; the breaker's openFor must be at least 10 ms: 1 ms; the breaker's trials"
                + " must be positive: 0");
  }

  @Test
  void equalSettingsAreEqual() {
    assertThat(Breaker.builder().build())
        .isEqualTo(Breaker.builder().build())
        .hasSameHashCodeAs(Breaker.builder().build())
        .isNotEqualTo(Breaker.builder().trials(2).build());
  }
}
