package dev.heed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G7")
final class CooldownTest {

  private static final Asker FIRST = Requests.attempt(1);
  private static final Asker RETRY = Requests.attempt(2);

  private final VirtualTime time = new VirtualTime();
  private final List<String> changes = new ArrayList<>();
  private Guard line = open(Cooldown.builder());

  private Guard open(Cooldown.Builder settings) {
    line = Requests.only(settings.build(), time, changes);
    return line;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private void hint(double seconds) {
    line.hinted(time.nanoTime() + seconds(seconds).toNanos());
  }

  /** How long the asker has to wait from now on; null when it is admitted. */
  private Duration wait(Admission answer) {
    return answer instanceof GuardWait turn
        ? Duration.ofNanos(turn.until() - time.nanoTime())
        : null;
  }

  private Duration wait(Asker asker) {
    return wait(line.admit(asker));
  }

  @Test
  void withoutAPauseEverythingIsFree() {
    assertThat(line.admit(FIRST)).isSameAs(Permit.free());
    assertThat(line.state()).isEqualTo("free");
  }

  @Test
  void callsDuringAPauseWaitForItsEnd() {
    hint(8);
    time.advance(seconds(3));

    assertThat(wait(FIRST)).isEqualTo(seconds(5));
    assertThat(line.state()).isEqualTo("paused for 5 s, 1 in line");
  }

  @Test
  void theFirstGoesAtTheEndAndTheOthersAreSpreadEvenly() {
    hint(8);

    assertThat(List.of(wait(FIRST), wait(RETRY), wait(FIRST), wait(FIRST), wait(FIRST)))
        .containsExactly(seconds(8), seconds(12), seconds(10), seconds(14), seconds(9));
  }

  @Test
  void theSpreadIsAsLongAsThePauseAndAtMostTenSeconds() {
    hint(25);
    wait(FIRST);
    assertThat(wait(FIRST)).isEqualTo(seconds(30));

    open(Cooldown.builder().spread(seconds(1)));
    hint(25);
    wait(FIRST);
    assertThat(wait(FIRST)).isEqualTo(seconds(25.5));
  }

  @Test
  void withoutASpreadAllGoTogether() {
    open(Cooldown.builder().spread(Duration.ZERO));
    hint(8);

    assertThat(List.of(wait(FIRST), wait(FIRST))).containsOnly(seconds(8));
    time.advance(seconds(8));
    assertThat(wait(RETRY)).isNull();
  }

  @Test
  void whatBeginsAfterThePauseIsNotHeldButRetriesComeInTheirTurn() {
    hint(8);
    time.advance(seconds(8));

    assertThat(wait(RETRY)).isNull();
    assertThat(wait(RETRY)).isEqualTo(seconds(4));
    assertThat(wait(FIRST)).isNull();
    time.advance(seconds(5));
    assertThat(wait(RETRY)).as("its turn at a quarter has passed").isNull();
  }

  @Test
  void aTurnThatHasComeIsTaken() {
    hint(8);
    GuardWait first = (GuardWait) line.admit(FIRST);
    GuardWait second = (GuardWait) line.admit(FIRST);

    time.advance(seconds(8));
    assertThat(first.again(FIRST)).isSameAs(Permit.free());
    time.advance(seconds(4));
    assertThat(second.again(FIRST)).isSameAs(Permit.free());
    assertThat(line.state()).isEqualTo("releasing, 0 in line");
  }

  @Test
  void aLongerPauseHoldsThoseInLineAgainAndTheyKeepTheirPlaces() {
    open(Cooldown.builder().line(1));
    hint(8);
    GuardWait turn = (GuardWait) line.admit(FIRST);
    time.advance(seconds(7));
    hint(3);
    time.advance(seconds(1));

    Admission again = turn.again(FIRST);

    assertThat(wait(again)).isBetween(seconds(2), seconds(5));
    assertThat(line.state()).endsWith("1 in line");
    time.advance(seconds(5));
    assertThat(((GuardWait) again).again(FIRST)).isSameAs(Permit.free());
    assertThat(line.state()).endsWith("free");
  }

  @Test
  void aShorterHintChangesNothing() {
    hint(8);
    hint(2);
    assertThat(wait(FIRST)).isEqualTo(seconds(8));
  }

  @Test
  void aHintThatIsPastPausesNothing() {
    hint(0);
    hint(-5);
    assertThat(wait(FIRST)).isNull();
    assertThat(changes).isEmpty();
  }

  @Test
  void beyondTheLineCallsAreRefusedWithTheTimeThatIsLeft() {
    open(Cooldown.builder().line(2).spread(Duration.ZERO));
    hint(8);
    line.admit(FIRST);
    line.admit(FIRST);

    Refusal refusal = (Refusal) line.admit(FIRST);

    assertThat(refusal.retryAfter()).contains(seconds(8));
    assertThat(refusal.reason())
        .isEqualTo(
            "the server asked for a pause, of which 8 s are left, and the line of 2 is full: raise"
                + " Cooldown.line");
  }

  @Test
  void whoLeavesTheLineMakesRoom() {
    open(Cooldown.builder().line(1));
    hint(8);
    ((GuardWait) line.admit(FIRST)).leave();

    assertThat(line.admit(FIRST)).isInstanceOf(GuardWait.class);
  }

  @Test
  void onRequestEverythingIsRefusedDuringAPauseAndNothingAfterIt() {
    open(Cooldown.builder().refuse());
    hint(8);

    assertThat(line.admit(FIRST))
        .hasToString(
            "refused: the server asked for a pause, of which 8 s are left, and Cooldown.line is 0"
                + " (again in 8 s)");
    time.advance(seconds(8));
    assertThat(wait(RETRY)).isNull();
    assertThat(wait(RETRY)).isNull();
  }

  @Test
  void aPauseAboveTheLongestWaitIsRefusedUntilNoMoreIsLeft() {
    hint(100);

    Refusal refusal = (Refusal) line.admit(FIRST);
    assertThat(refusal.reason()).endsWith("above Cooldown.maxWait of 30 s");
    assertThat(refusal.retryAfter()).contains(seconds(100));
    time.advance(seconds(70));
    assertThat(wait(FIRST)).isEqualTo(seconds(30));
  }

  @Test
  void oneHintPausesForAtMostFiveMinutes() {
    hint(100 * 365 * 86_400.0);
    assertThat(line.state()).startsWith("paused for 5 min,");

    time.advance(Duration.ofMinutes(5));
    assertThat(wait(FIRST)).isNull();
  }

  @Test
  @Tag("V1")
  void aPauseIsToldOnceWhenItBeginsAndOnceWhenItIsOver() {
    hint(1);
    hint(2);
    time.advance(seconds(3));
    assertThat(changes).containsExactly("free -> paused");

    time.advance(seconds(1));
    line.admit(FIRST);
    line.admit(FIRST);
    assertThat(changes).containsExactly("free -> paused", "paused -> free");
  }

  @Test
  @Tag("G5")
  void itIsIdleWhenThePauseIsOverAndNobodyWaits() {
    assertThat(line.isIdle()).isTrue();
    hint(1);
    GuardWait turn = (GuardWait) line.admit(FIRST);
    assertThat(line.isIdle()).isFalse();
    time.advance(seconds(2));
    assertThat(line.isIdle()).isFalse();
    turn.leave();
    assertThat(line.isIdle()).isTrue();
  }

  @Test
  @Tag("G2")
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                Cooldown.builder()
                    .line(-1)
                    .maxWait(seconds(-1))
                    .maxPause(seconds(-2))
                    .spread(seconds(-3))
                    .build())
        .hasMessage(
            "the cooldown's line must not be negative: -1; the cooldown's maxWait must not be"
                + " negative: -1 s; the cooldown's maxPause must not be negative: -2 s; the"
                + " cooldown's spread must not be negative: -3 s");
  }

  @Test
  void itDescribesItself() {
    assertThat(Cooldown.builder().build().options())
        .isEqualTo(
            "line of 1000, waits of at most 30 s, pauses of at most 5 min, spread over 10 s");
    assertThat(Cooldown.builder().refuse().build().options())
        .isEqualTo("refuses during a pause, pauses of at most 5 min, spread over 10 s");
  }
}
