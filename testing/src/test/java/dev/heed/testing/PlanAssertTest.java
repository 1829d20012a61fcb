package dev.heed.testing;

import static dev.heed.testing.PlanAssert.assertPlan;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C3")
final class PlanAssertTest {

  private final Heed plan =
      Heed.builder("acme")
          .retry(r -> r.maxRetries(2).maxDelay(Duration.ofSeconds(10)))
          .perCall(Stages.idempotencyKey())
          .perAttempt(Stages.bearer(() -> "T"))
          .callTimeout(Duration.ofMinutes(1))
          .build();

  private final Heed endless =
      Heed.builder("acme").retry(r -> r.maxRetries(Integer.MAX_VALUE)).build();

  private void fails(Runnable check, String start) {
    assertThatThrownBy(check::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("expected " + start + ":\nplan acme\n  call      call log");
  }

  @Test
  void allOfThisIsTrue() {
    assertPlan(plan)
        .outsideRetry("idempotency key")
        .insideRetry("bearer token")
        .inOrder("call timeout", "idempotency key", "retry", "bearer token")
        .without("attempt timeout")
        .sendsAtMost(3)
        .waitsAtMost(Duration.ofSeconds(20))
        .warnsOfNothing();
    assertPlan(endless).warns("no call timeout");
  }

  @Test
  void aPlanOnItsClientCanBeAskedToo() {
    assertPlan(plan.describe().on("a client", "", List.of("retries by itself")))
        .inOrder("retry", "a client")
        .warns("by itself");
  }

  @Test
  void aFailureShowsTheWholeChain() {
    assertThatThrownBy(() -> assertPlan(plan).insideRetry("idempotency key"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "expected \"idempotency key\" inside the retry, but its position is CALL:\n" + plan);
  }

  @Test
  void aFailureOfEachCheckSaysWhatWasExpectedAndWhatIs() {
    fails(
        () -> assertPlan(plan).outsideRetry("bearer token"),
        "\"bearer token\" outside the retry, but its position is ATTEMPT");
    fails(
        () -> assertPlan(plan).outsideRetry("token"),
        "\"token\" outside the retry, but there is no such part");
    fails(
        () -> assertPlan(plan).inOrder("retry", "token"),
        "the order [retry, token], but there is no \"token\"");
    fails(
        () -> assertPlan(plan).inOrder("retry", "idempotency key"),
        "the order [retry, idempotency key], but \"idempotency key\" stands further out");
    fails(() -> assertPlan(plan).without("retry"), "a plan without \"retry\", but it is there");
    fails(() -> assertPlan(plan).sendsAtMost(2), "at most 2 sends, but 3 in the worst case");
    fails(() -> assertPlan(endless).sendsAtMost(2), "at most 2 sends, but there is no limit");
    fails(
        () -> assertPlan(plan).waitsAtMost(Duration.ofSeconds(19)),
        "waits of at most 19 s, but 20 s in the worst case");
    fails(() -> assertPlan(plan).warns("x"), "a warning with \"x\", but there is none");
    fails(() -> assertPlan(endless).warns("x"), "a warning with \"x\", but there are others");
    fails(() -> assertPlan(endless).warnsOfNothing(), "no warning, but there are some");
  }
}
