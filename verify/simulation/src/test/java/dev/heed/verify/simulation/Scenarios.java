package dev.heed.verify.simulation;

import dev.heed.Heed;
import dev.heed.resilience4j.Breaker;
import dev.heed.resilience4j.Pipelines;
import dev.heed.retry.Jitter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** All that is simulated, in the order in which it is told. */
final class Scenarios {

  static final Scenario ONCE =
      steady("no retries", plan -> limited(plan).retry(retry -> retry.maxRetries(0)));

  static final Scenario RETRIES = steady("retries alone", Scenarios::retrying);

  static final Scenario BUDGET = steady("retries, budget", plan -> retrying(plan).retryBudget());

  static final Scenario BREAKER =
      steady("retries, breaker", plan -> retrying(plan).perAttempt(Breaker.builder().build()));

  static final Scenario STANDARD = steady("standard pipeline", Pipelines::standard);

  static final Scenario NO_JITTER =
      steady("in step, no jitter", plan -> retrying(plan).retry(r -> r.jitter(Jitter.NONE)))
          .withClientsInStep();

  static final Scenario JITTER =
      steady("in step, full jitter", Scenarios::retrying).withClientsInStep();

  static final Scenario HINTS = steady("hints", Scenarios::retrying).withHints();

  static final Scenario HINTS_BUDGET =
      steady("hints, budget", plan -> retrying(plan).retryBudget()).withHints();

  static final Scenario COOLDOWN =
      steady("hints, cooldown", plan -> retrying(plan).cooldown()).withHints();

  static final Scenario STANDARD_COOLDOWN =
      steady("standard pipeline, cooldown", plan -> standard(plan).cooldown()).withHints();

  static final Scenario HEDGES = steady("hedging alone", Scenarios::hedging);

  static final Scenario HEDGES_BUDGET =
      steady("hedging, budget", plan -> hedging(plan).retryBudget());

  static final Scenario HEDGES_PERCENTILE =
      steady(
          "hedging by percentile, budget",
          plan -> hedging(plan).hedge(hedge -> hedge.delayPercentile(95)).retryBudget());

  static final Scenario APART =
      steady("a plan each, budget", plan -> retrying(plan).retryBudget()).withPlanForEachClient();

  static final Scenario FLEET =
      steady(
              "a plan each, divided budget",
              plan -> retrying(plan).retryBudget(budget -> budget.perSecond(0).saved(1)))
          .withPlanForEachClient();

  private Scenarios() {}

  static List<Scenario> all() {
    return List.of(
        ONCE,
        RETRIES,
        BUDGET,
        BREAKER,
        STANDARD,
        NO_JITTER,
        JITTER,
        HINTS,
        HINTS_BUDGET,
        COOLDOWN,
        STANDARD_COOLDOWN,
        HEDGES,
        HEDGES_BUDGET,
        HEDGES_PERCENTILE,
        APART,
        FLEET);
  }

  /** Clients of one plan that do not know of each other, and a server that gives no hint. */
  private static Scenario steady(String name, Consumer<Heed.Builder> settings) {
    return new Scenario(name, settings, false, false, 1);
  }

  private static Heed.Builder limited(Heed.Builder plan) {
    return plan.callTimeout(Duration.ofMinutes(1)).attemptTimeout(Duration.ofSeconds(5));
  }

  private static Heed.Builder retrying(Heed.Builder plan) {
    return limited(plan).retry(retry -> retry.maxRetries(3));
  }

  private static Heed.Builder hedging(Heed.Builder plan) {
    return limited(plan).hedge(hedge -> hedge.delay(Duration.ofMillis(100)));
  }

  private static Heed.Builder standard(Heed.Builder plan) {
    Pipelines.standard(plan);
    return plan;
  }
}
