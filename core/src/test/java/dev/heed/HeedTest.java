package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.guard.Partition;
import dev.heed.guard.PlanLimits;
import dev.heed.hint.Hints;
import dev.heed.hint.Verdicts;
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
import dev.heed.retry.Jitter;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.retry.RetryMethods;
import dev.heed.stage.Stage;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HeedTest {

  @Test
  @Tag("G2")
  void everythingThatIsWrongWithAPlanIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                Heed.builder(" ")
                    .retry(r -> r.maxRetries(-1).baseDelay(Duration.ofMinutes(1)))
                    .callTimeout(Duration.ZERO)
                    .attemptTimeout(Duration.ofSeconds(-1))
                    .bodyBuffer(-1, 5)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "plan   cannot be built: maxRetries must not be negative: -1; baseDelay 1 min must not"
                + " exceed maxDelay 30 s; the name must not be blank; callTimeout must be"
                + " positive: 0 ms; attemptTimeout must be positive: -1 s; bodyBuffer must be 0 <="
                + " each <= all: -1, 5");
  }

  @Test
  @Tag("G1")
  void whatIsAddedReplacesTheDefaultOfItsKindWhereItStands() {
    Heed.Builder plan =
        Heed.builder("acme")
            .defaults(
                pipeline ->
                    pipeline
                        .perAttempt(Guards.concurrencyLimit(1))
                        .perAttempt(Stages.bearer(() -> "default")))
            .perAttempt(Guards.concurrencyLimit(2))
            .perAttempt(Guards.concurrencyLimit(3));

    assertThat(plan.build().describe().toString())
        .doesNotContain("1 at the same time")
        .containsSubsequence("2 at the same time", "3 at the same time", "bearer");
  }

  @Test
  @Tag("G2")
  void anAttemptMustFitTheCall() {
    Heed.Builder plan = Heed.builder("acme").callTimeout(Duration.ofSeconds(5));

    assertThat(plan.attemptTimeout(Duration.ofSeconds(5)).build().name()).isEqualTo("acme");
    assertThatThrownBy(() -> plan.attemptTimeout(Duration.ofSeconds(6)).build())
        .hasMessageContaining("attemptTimeout 6 s must not exceed callTimeout 5 s");
  }

  @Test
  @Tag("G2")
  void theBufferOfOneBodyMustFitThatOfAll() {
    assertThat(Heed.builder("acme").bodyBuffer(0, 0).build()).isNotNull();
    assertThat(Heed.builder("acme").bodyBuffer(7, 7).build()).isNotNull();
    assertThatThrownBy(() -> Heed.builder("acme").bodyBuffer(7, 6).build())
        .hasMessageContaining("bodyBuffer must be 0 <= each <= all: 7, 6");
  }

  @Test
  @Tag("G2")
  void whatIsWrongWithGuardsIsSaidWithTheRest() {
    assertThatThrownBy(
            () ->
                Heed.builder("acme")
                    .callTimeout(Duration.ZERO)
                    .concurrencyLimit(0)
                    .retryBudget(b -> b.ratio(2))
                    .cooldown(c -> c.line(-1))
                    .perAttempt(new Picky())
                    .perCall(new Picky())
                    .attemptTimeout(Duration.ofSeconds(10))
                    .build())
        .hasMessage(
            "plan acme cannot be built: callTimeout must be positive: 0 ms; attemptTimeout 10 s"
                + " must not exceed callTimeout 0 ms; concurrencyLimit must be positive: 0; the"
                + " retry budget's ratio must be from 0 to 1: 2.0; the cooldown's line must not be"
                + " negative: -1; picky about 10 s in 0 ms; picky about 10 s in 0 ms");
  }

  /** A family that checks its settings against the limits of the plan. */
  private static final class Picky implements GuardFamily {

    @Override
    public GuardKind kind() {
      return GuardKind.BREAKER;
    }

    @Override
    public String name() {
      return "picky";
    }

    @Override
    public Guard open(Partition partition) {
      throw new AssertionError("no call is made");
    }

    @Override
    public List<String> violations(PlanLimits limits) {
      return limits.callTimeout().isEmpty()
          ? List.of()
          : List.of(
              "picky about "
                  + limits.attemptTimeout().map(Durations::text).orElse("nothing")
                  + " in "
                  + limits.callTimeout().map(Durations::text).orElse("nothing"));
    }
  }

  /** A plan in which every setting differs from the default. */
  private static Heed.Builder full(boolean hedged) {
    Heed.Builder plan =
        Heed.builder("full")
            .hints(Hints.gitHub())
            .verdicts(Verdicts.stripe())
            .perCall(Stages.idempotencyKey())
            .perAttempt(Stages.traceParent())
            .perAttempt(Guards.concurrencyLimit(4))
            .concurrencyLimit(5)
            .retryBudget(b -> b.ratio(0.1).perSecond(2).saved(3))
            .cooldown(c -> c.line(1).maxWait(second(2)).maxPause(second(3)).spread(second(4)))
            .callTimeout(second(60))
            .attemptTimeout(second(50))
            .requestTimeoutCovers(RequestTimeoutCovers.ATTEMPT)
            .reports(true)
            .stackRetries(true)
            .bodyBuffer(1, 2);
    return hedged
        ? plan.hedge(
            h ->
                h.maxHedges(3)
                    .delay(second(1))
                    .methods(RetryMethods.all())
                    .statuses(500)
                    .endpoints(Endpoints.weighted(EndpointGroup.of("https://a.example"))))
        : plan.retry(
            r ->
                r.maxRetries(2)
                    .baseDelay(second(3))
                    .maxDelay(second(4))
                    .jitter(Jitter.NONE)
                    .methods(RetryMethods.all())
                    .throttledAnyMethod(true)
                    .retryFailures(false)
                    .statuses(500)
                    .statusesWithHint(501));
  }

  private static Duration second(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void aBuilderOfAPlanHasAllItsSettings() {
    for (boolean hedged : new boolean[] {true, false}) {
      Heed plan = full(hedged).build();
      Heed same = plan.toBuilder().build();
      assertThat(same).hasToString(plan.toString());
      assertThat(same.current().facts()).isEqualTo(plan.current().facts());
      assertThat(same.current().stacksRetries()).isTrue();
      assertThat(same.time()).isSameAs(plan.time());
    }
  }

  @Test
  void aBuilderOfAPlanChangesNeitherThePlanNorWhatWasBuiltOfIt() {
    Heed.Builder first = full(false);
    Heed plan = first.build();
    String before = plan.toString();
    first.retry(r -> r.maxRetries(9)).callTimeout(second(99)).perCall(Guards.concurrencyLimit(9));
    Heed changed = plan.toBuilder().retry(r -> r.maxRetries(1)).cooldown(c -> c.line(9)).build();

    assertThat(plan).hasToString(before);
    assertThat(plan.toBuilder().build()).hasToString(before);
    assertThat(changed.toString()).contains("maxRetries=1", "line of 9").isNotEqualTo(before);
  }

  @Test
  void aBuilderOfAPlanKnowsWhichSettingsAreDefaults() {
    Heed pipeline =
        Heed.builder("acme").defaults(p -> p.retry(r -> {}).perAttempt(new Picky())).build();
    Heed.Builder again = pipeline.toBuilder().hedge(h -> {}).perAttempt(new Picky());
    assertThat(chain(again.build())).containsOnlyOnce("picky").contains("hedge");
  }

  @Test
  @Tag("C2")
  void hedgingCanBeTakenOutByName() {
    assertThat(chain(Heed.builder("acme").hedge(h -> {}).without("hedge").build()))
        .containsExactly("call log", "retry", "attempt log");
  }

  @Test
  @Tag("G1")
  void guardsCanBeChangedAndTakenOut() {
    Heed.Builder plan =
        Heed.builder("acme")
            .concurrencyLimit(5)
            .perCall(Guards.concurrencyLimit(6))
            .retryBudget()
            .cooldown()
            .perAttempt(new Picky());
    assertThat(Heed.builder("acme").build().partitions()).isEmpty();
    assertThat(chain(plan.build()))
        .containsExactly(
            "call log",
            "concurrency limit",
            "concurrency limit",
            "retry",
            "retry budget",
            "cooldown",
            "picky",
            "attempt log");

    for (GuardKind kind : GuardKind.values()) {
      plan.without(kind);
    }
    assertThat(chain(plan.build())).containsExactly("call log", "retry", "attempt log");
  }

  @Test
  @Tag("G6")
  @Tag("G7")
  void settingsOfGuardsAddUp() {
    String described =
        Heed.builder("acme")
            .retryBudget(b -> b.ratio(0.5))
            .retryBudget(b -> b.saved(7))
            .cooldown(c -> c.refuse())
            .cooldown()
            .build()
            .describe()
            .toString();
    assertThat(described)
        .contains("retry budget (50 % of the calls of the last 10 s and 10 a second, at most 7")
        .contains("cooldown (refuses during a pause,");
  }

  private static List<String> chain(Heed plan) {
    return plan.describe().parts().stream().map(PlanDescription.Part::name).toList();
  }

  @Test
  void nullIsRefusedWhereItIsGiven() {
    Heed.Builder plan = Heed.builder("acme");

    assertThatThrownBy(() -> Heed.builder(null)).hasMessage("name");
    assertThatThrownBy(() -> plan.hints(null)).hasMessage("hints");
    assertThatThrownBy(() -> plan.perCall((Stage) null)).hasMessage("stage");
    assertThatThrownBy(() -> plan.perAttempt((Stage) null)).hasMessage("stage");
    assertThatThrownBy(() -> plan.perCall((GuardFamily) null)).hasMessage("guard");
    assertThatThrownBy(() -> plan.perAttempt((GuardFamily) null)).hasMessage("guard");
    assertThatThrownBy(() -> plan.partitionBy(null)).hasMessage("key");
    assertThatThrownBy(() -> plan.callTimeout(null)).hasMessage("limit");
  }

  @Test
  void aPlanUsesTheSystemsTimeUnlessItIsGivenAnother() {
    assertThat(Heed.defaults().time()).isSameAs(TimeSource.system());
    assertThat(Heed.defaults().name()).isEqualTo("default");
  }
}
