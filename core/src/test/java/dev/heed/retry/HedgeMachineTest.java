package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.hint.Hint;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.HedgeMachine.Answer;
import dev.heed.retry.HedgeMachine.Start;
import dev.heed.transport.FailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories of one call: whatever happens to its attempts, the call is settled once. */
final class HedgeMachineTest {

  private static final long SEED = 47;
  private static final int HISTORIES = 20_000;

  private final SplittableRandom chance = new SplittableRandom(SEED);

  private HedgeMachine machine(int hedges) {
    CallFacts request = new CallFacts("GET", true, true, hedges, false, 0, "", false);
    return new HedgeMachine(new HedgeFacts(request, "GET", List.of("a", "b", "c"), false));
  }

  @Test
  @Tag("Z2")
  @Tag("Z3")
  void everyHistoryEndsWithOneOutcome() {
    for (int i = 0; i < HISTORIES; i++) {
      history("seed " + SEED + ", history " + i, chance.nextInt(4));
    }
  }

  private void history(String name, int hedges) {
    HedgeMachine machine = machine(hedges);
    List<Integer> open = new ArrayList<>();
    open.add(machine.begin().number());
    int outcomes = 0;
    while (!open.isEmpty()) {
      int number = open.remove(/* index */ chance.nextInt(open.size()));
      if (chance.nextInt(3) == 0) {
        Start more = machine.onDelay(machine.started(), 0, overdrawn());
        started(more, open);
      }
      Answer answer = outcome(machine, number);
      started(answer.start(), open);
      Directive what = answer.forAttempt();
      boolean ends = what instanceof Directive.Deliver || what instanceof Directive.Fail;
      assertThat(machine.isWinner(number)).as(name).isEqualTo(ends);
      outcomes += ends ? 1 : 0;
    }
    assertThat(outcomes).as(name).isOne();
    assertThat(machine.isSettled()).as(name).isTrue();
    assertThat(machine.started()).as(name).isBetween(1, Math.min(3, hedges + 1));
  }

  private static void started(Start start, List<Integer> open) {
    if (start != null) {
      open.add(start.number());
    }
  }

  private String overdrawn() {
    return chance.nextInt(4) == 0 ? "empty" : null;
  }

  private Answer outcome(HedgeMachine machine, int number) {
    return switch (chance.nextInt(4)) {
      case 0 -> machine.onResponse(number, reading(200, false), 0, overdrawn());
      case 1 -> machine.onResponse(number, reading(503, true), 0, overdrawn());
      case 2 -> machine.onFailure(number, FailureKind.TRANSPORT, false, 0, overdrawn());
      default -> machine.onRefused(number, GaveUpBecause.REFUSED, "open", 0, overdrawn());
    };
  }

  private static HeadReading reading(int status, boolean notNow) {
    return new HeadReading(status, null, notNow, Hint.none());
  }

  @Test
  @Tag("Z2")
  void aLoserThatEndsAfterTheWinnersBodyBrokeOffHasStillLost() {
    HedgeMachine machine = machine(2);
    machine.begin();
    machine.onDelay(1, 0, null);
    machine.onResponse(2, reading(200, false), 0, null);
    machine.onFailure(2, FailureKind.TRANSPORT, false, 0, null);

    Answer late = machine.onFailure(1, FailureKind.CANCELLED, false, 0, null);

    assertThat(late.forAttempt()).isInstanceOf(Directive.Drop.class);
    assertThat(machine.isSettled()).isFalse();
    assertThat(machine.started()).isEqualTo(3);
  }

  @Test
  @Tag("Z3")
  void anEmptyBudgetEndsTheCallOnlyWhenNothingRuns() {
    HedgeMachine machine = machine(2);
    machine.begin();
    machine.onDelay(1, 0, null);

    Answer first = machine.onResponse(1, reading(503, true), 0, "empty");
    Answer last = machine.onResponse(2, reading(503, true), 0, "empty");

    assertThat(first.forAttempt()).isInstanceOf(Directive.Drop.class);
    assertThat(last.forAttempt()).isInstanceOf(Directive.Deliver.class);
    assertThat(last.forAttempt().decision()).hasToString("budget: empty");
  }
}
