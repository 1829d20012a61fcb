package dev.heed;

import dev.heed.PlanDescription.Part;
import dev.heed.PlanDescription.Position;
import dev.heed.guard.GuardFamily;
import dev.heed.hint.HintReader;
import dev.heed.hint.VerdictReader;
import dev.heed.http.RequestHead;
import dev.heed.observe.CallListener;
import dev.heed.retry.EngineSettings;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.retry.RetryBudget;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.ContextHook;
import dev.heed.stage.Stage;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The chain of a plan while it is composed, from the outside to the inside. Each step goes into the
 * engine's settings and into the description at once, so that the two cannot disagree; one that is
 * off is in neither.
 */
final class Chain {

  private final EngineSettings settings;
  private final List<Part> parts = new ArrayList<>();

  Chain(String plan, TimeSource time) {
    settings = new EngineSettings(plan, time);
  }

  EngineSettings settings() {
    return settings;
  }

  List<Part> parts() {
    return List.copyOf(parts);
  }

  private Chain with(Position position, String name, String options) {
    parts.add(new Part(position, name, options));
    return this;
  }

  Chain callLog(List<CallListener> listeners, boolean reports, @Nullable ContextHook context) {
    settings.observed(listeners, reports).context(context);
    return with(Position.CALL, "call log", "dev.heed.call");
  }

  Chain partitionBy(@Nullable Function<? super RequestHead, String> chosen) {
    settings.partitionBy(chosen);
    return this;
  }

  Chain callGuards(List<GuardFamily> guards) {
    settings.callGuards(guards);
    return guards(Position.CALL, guards);
  }

  private Chain guards(Position position, List<GuardFamily> guards) {
    guards.forEach(guard -> with(position, guard.name(), guard.options()));
    return this;
  }

  Chain callTimeout(@Nullable Duration limit, RequestTimeoutCovers covers) {
    settings.callTimeout(limit, covers);
    return limit == null ? this : with(Position.CALL, "call timeout", Durations.text(limit));
  }

  Chain callStages(List<Stage> stages) {
    settings.callRing(stages);
    return stages(Position.CALL, stages);
  }

  private Chain stages(Position position, List<Stage> stages) {
    stages.forEach(stage -> parts.add(new Part(position, stage.name(), "", true)));
    return this;
  }

  Chain bodies(int limitEach, long limitAll) {
    settings.bodies(limitEach, limitAll);
    return this;
  }

  Chain retry(RetryPolicy policy, HintReader hints, @Nullable VerdictReader verdicts) {
    settings.retry(policy, hints, verdicts);
    if (policy.maxRetries() == 0) {
      return this;
    }
    String readers =
        "hints=" + hints.name() + (verdicts == null ? "" : ", verdicts=" + verdicts.name());
    return with(Position.RETRY, "retry", policy + ", " + readers);
  }

  Chain hedge(@Nullable HedgePolicy policy) {
    settings.hedge(policy);
    if (policy == null) {
      return this;
    }
    if (policy.maxHedges() > 0) {
      with(Position.HEDGE, "hedge", policy.toString());
    }
    return policy
        .endpoints()
        .map(endpoints -> with(Position.ATTEMPT, "endpoint", endpoints.toString()))
        .orElse(this);
  }

  Chain retryBudget(@Nullable RetryBudget budget) {
    settings.retryBudget(budget);
    return budget == null ? this : with(Position.RETRY, budget.name(), budget.options());
  }

  Chain reauthenticate(@Nullable Function<RequestHead, ? extends CompletionStage<?>> hook) {
    settings.reauthenticate(hook);
    return hook == null
        ? this
        : with(Position.RETRY, "re-authentication", "once a call, on 401 and 511");
  }

  Chain attemptGuards(List<GuardFamily> guards) {
    settings.attemptGuards(guards);
    return guards(Position.ATTEMPT, guards);
  }

  Chain attemptTimeout(@Nullable Duration limit) {
    settings.attemptTimeout(limit);
    return limit == null ? this : with(Position.ATTEMPT, "attempt timeout", Durations.text(limit));
  }

  Chain attemptStages(List<Stage> stages) {
    settings.attemptRing(stages);
    return stages(Position.ATTEMPT, stages);
  }

  Chain attemptLog() {
    return with(Position.ATTEMPT, "attempt log", "dev.heed.attempt");
  }
}
