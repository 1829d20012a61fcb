package dev.heed.retry;

import dev.heed.guard.GuardFamily;
import dev.heed.guard.Partition;
import dev.heed.guard.Partitions;
import dev.heed.hint.HintReader;
import dev.heed.hint.VerdictReader;
import dev.heed.http.RequestHead;
import dev.heed.observe.CallListener;
import dev.heed.observe.StateChange;
import dev.heed.stage.ContextHook;
import dev.heed.stage.Stage;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a plan in the order in which a call passes them, as the composition in {@code
 * dev.heed.Heed} hands them to the engine. Filled once, then not changed.
 */
public final class EngineSettings {

  final String plan;
  final TimeSource time;
  RetryPolicy policy = RetryPolicy.defaults();
  Advice advice = new Advice(policy, (head, now) -> dev.heed.hint.Hint.none(), null);
  Stage[] callRing = {};
  Stage[] attemptRing = {};
  CallLimits limits = CallLimits.ofPlan(0, 0);
  RequestTimeoutCovers requestTimeoutCovers = RequestTimeoutCovers.CALL;
  CallListener[] listeners = {};
  boolean reports;
  @Nullable ContextHook context;
  @Nullable Refresher refresher;
  @Nullable Partitions partitions;
  @Nullable Hedging hedging;
  private final Partitions.Builder guards;
  BodyBudget bodies = new BodyBudget(1 << 20, 1L << 26);

  /** Settings of the plan with this name. */
  public EngineSettings(String plan, TimeSource time) {
    this.plan = plan;
    this.time = time;
    guards = Partitions.builder(time, this::stateChanged);
  }

  private void stateChanged(Partition partition, GuardFamily guard, String from, String to) {
    CallHistory.tell(listeners, new StateChange(plan, guard.name(), partition.key(), from, to));
  }

  /** The function that chooses the partition of a request; null for scheme, host and port. */
  public EngineSettings partitionBy(@Nullable Function<? super RequestHead, String> chosen) {
    guards.by(chosen);
    return this;
  }

  /** Who is told of events, and whether reports are kept for every call. */
  public EngineSettings observed(List<CallListener> listeners, boolean reports) {
    this.listeners = listeners.toArray(CallListener[]::new);
    this.reports = reports;
    return this;
  }

  /** The context that is kept over waits and threads. */
  public EngineSettings context(@Nullable ContextHook context) {
    this.context = context;
    return this;
  }

  /** The limit for the whole call; null for none. */
  public EngineSettings callTimeout(@Nullable Duration limit, RequestTimeoutCovers covers) {
    limits = CallLimits.ofPlan(nanos(limit), limits.attempt());
    this.requestTimeoutCovers = covers;
    return this;
  }

  /** The guards of the call ring, outermost first. */
  public EngineSettings callGuards(List<GuardFamily> families) {
    guards.callRing(families);
    return this;
  }

  /** The stages of the call ring, outermost first. */
  public EngineSettings callRing(List<Stage> stages) {
    this.callRing = stages.toArray(Stage[]::new);
    return this;
  }

  /** What is kept of one-shot bodies: for each call, and for all calls together. */
  public EngineSettings bodies(int limitEach, long limitAll) {
    this.bodies = new BodyBudget(limitEach, limitAll);
    return this;
  }

  /** The decision. */
  public EngineSettings retry(
      RetryPolicy policy, HintReader hints, @Nullable VerdictReader verdicts) {
    this.policy = policy;
    this.advice = new Advice(policy, hints, verdicts);
    return this;
  }

  /** Attempts of one call side by side, in place of retries; null for none. */
  public EngineSettings hedge(@Nullable HedgePolicy policyOrNone) {
    hedging = policyOrNone == null ? null : new Hedging(policyOrNone, time);
    guards.routed(policyOrNone != null && policyOrNone.endpoints().isPresent());
    return this;
  }

  /** How many retries all calls may make together; null for no limit. */
  public EngineSettings retryBudget(@Nullable RetryBudget budget) {
    guards.budget(budget);
    return this;
  }

  /** The guards of the attempt ring, outermost first. */
  public EngineSettings attemptGuards(List<GuardFamily> families) {
    guards.attemptRing(families);
    return this;
  }

  /** The hook that refreshes credentials after 401 and 511. */
  public EngineSettings reauthenticate(
      @Nullable Function<RequestHead, ? extends CompletionStage<?>> hook) {
    this.refresher = hook == null ? null : new Refresher(hook);
    return this;
  }

  /** The limit for each attempt; null for none. */
  public EngineSettings attemptTimeout(@Nullable Duration limit) {
    limits = CallLimits.ofPlan(limits.call(), nanos(limit));
    return this;
  }

  /** No more changes: the partitions are made, where a guard needs them. */
  EngineSettings complete() {
    Partitions made = guards.build();
    partitions = made.isNeeded() || hedging != null ? made : null;
    return this;
  }

  void succeed(EngineSettings other) {
    if (bodies.hasLimitsOf(other.bodies)) {
      bodies = other.bodies;
    }
    if (refresher != null && other.refresher != null) {
      refresher = refresher.succeeding(other.refresher);
    }
    if (partitions != null && other.partitions != null) {
      partitions.succeed(other.partitions);
    }
  }

  private static long nanos(@Nullable Duration limit) {
    return limit == null ? 0 : RetryPolicy.saturatedNanos(limit);
  }

  /** The stages of the attempt ring, outermost first. */
  public EngineSettings attemptRing(List<Stage> stages) {
    this.attemptRing = stages.toArray(Stage[]::new);
    return this;
  }
}
