package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.Asker;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partitions;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.http.RequestHead;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G6")
final class RetryBudgetTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> changes = new ArrayList<>();
  private final Asker retry = new Retry(new StubExchange(time, Step.reply(200)));
  private RetryTokens tokens = open(RetryBudget.builder());

  private record Retry(RequestHead request) implements Asker {

    @Override
    public int attempt() {
      return 2;
    }
  }

  private RetryTokens open(RetryBudget.Builder settings) {
    tokens =
        (RetryTokens)
            Partitions.builder(time, (p, f, from, to) -> changes.add(from + " -> " + to))
                .budget(settings.build())
                .build()
                .of(retry.request())
                .retryBudget();
    return tokens;
  }

  /** How many retries can be made now. */
  private int drain() {
    int taken = 0;
    while (tokens.admit(retry) instanceof Permit) {
      taken++;
    }
    return taken;
  }

  private void calls(int number) {
    for (int i = 0; i < number; i++) {
      tokens.called();
    }
  }

  @Test
  void itBeginsWithAHundredSaved() {
    assertThat(tokens.state()).isEqualTo("100 of 100 saved");
    assertThat(drain()).isEqualTo(100);
  }

  @Test
  void itEarnsTenASecond() {
    drain();
    time.advance(Duration.ofMillis(1500));
    assertThat(drain()).isEqualTo(15);
  }

  @Test
  void itEarnsAFifthOfEachCall() {
    drain();
    calls(4);
    assertThat(drain()).isZero();
    calls(1);
    assertThat(drain()).isEqualTo(1);
    calls(52);
    assertThat(drain()).isEqualTo(10);
    calls(3);
    assertThat(drain()).as("two fifths were left over").isEqualTo(1);
  }

  @Test
  void itSavesAHundredAtMost() {
    calls(100_000);
    time.advance(Duration.ofSeconds(5));
    assertThat(drain()).isEqualTo(100);
  }

  @Test
  void itEmptiesInAnOutageAndIsFullAgainAfterIt() {
    open(RetryBudget.builder().perSecond(0).ratio(0.5).saved(5));
    assertThat(drain()).isEqualTo(5);
    time.advance(Duration.ofSeconds(1));
    assertThat(drain()).isZero();
    calls(10);
    assertThat(drain()).isEqualTo(5);
  }

  @Test
  void whatWasSavedMoreThanTenSecondsAgoIsGone() {
    open(RetryBudget.builder().perSecond(1));
    tokens.admit(retry);
    time.advance(Duration.ofSeconds(20));
    assertThat(drain()).isEqualTo(10);
  }

  @Test
  void ofCallsOverALongerTimeThoseOfTenSecondsCount() {
    open(RetryBudget.builder().perSecond(0));
    drain();
    calls(100);
    time.advance(Duration.ofSeconds(20));
    assertThat(drain()).isEqualTo(10);
  }

  @Test
  void theWallClockDoesNotMatter() {
    drain();
    time.turnWallClock(Duration.ofDays(-1));
    time.advance(Duration.ofSeconds(1));
    time.turnWallClock(Duration.ofDays(2));
    assertThat(drain()).isEqualTo(10);
  }

  @Test
  void aTokenThatWasNotUsedIsGivenBack() {
    drain();
    tokens.giveBack();
    assertThat(drain()).isEqualTo(1);
  }

  @Test
  void givingBackNeverSavesMoreThanTheBound() {
    tokens.giveBack();
    assertThat(drain()).isEqualTo(100);
  }

  @Test
  void lookingAtItChangesNothing() {
    open(RetryBudget.builder().perSecond(1));
    tokens.admit(retry);
    for (int i = 0; i < 20; i++) {
      time.advance(Duration.ofSeconds(1));
      assertThat(tokens.state()).isNotNull();
    }
    assertThat(drain()).isEqualTo(10);
  }

  @Test
  @Tag("V1")
  void itTellsWhenItIsEmptyAndWhenItIsNot() {
    drain();
    tokens.admit(retry);
    assertThat(changes).containsExactly("filled -> empty");

    time.advance(Duration.ofSeconds(1));
    tokens.admit(retry);
    assertThat(changes).containsExactly("filled -> empty", "empty -> filled");
  }

  @Test
  void theReasonNamesTheSetting() {
    drain();
    assertThat(((Refusal) tokens.admit(retry)).reason())
        .isEqualTo(
            "the retry budget of https://api.example.com is empty (20 % of the calls of the last"
                + " 10 s and 10 a second): raise RetryBudget.ratio, or let the server recover");
  }

  @Test
  @Tag("G5")
  void itIsIdleWhenItIsFull() {
    assertThat(tokens.isIdle()).isTrue();
    tokens.admit(retry);
    assertThat(tokens.isIdle()).isFalse();
    time.advance(Duration.ofMillis(100));
    assertThat(tokens.isIdle()).isTrue();
  }

  @Test
  @Tag("G2")
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(() -> RetryBudget.builder().ratio(1.5).perSecond(-1).saved(0).build())
        .hasMessage(
            "the retry budget's ratio must be from 0 to 1: 1.5; the retry budget's perSecond must"
                + " not be negative: -1.0; the retry budget's saved must be positive: 0");
    assertThat(RetryBudget.builder().ratio(Double.NaN).perSecond(Double.NaN).violations())
        .hasSize(2);
  }

  @Test
  void itDescribesItself() {
    RetryBudget budget = RetryBudget.builder().ratio(0.125).perSecond(0.5).build();
    assertThat(budget.kind()).isEqualTo(GuardKind.BUDGET);
    assertThat(budget.options())
        .isEqualTo("12.5 % of the calls of the last 10 s and 0.5 a second, at most 100 saved");
  }
}
