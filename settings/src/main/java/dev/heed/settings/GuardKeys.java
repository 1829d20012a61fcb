package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.guard.Cooldown;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.retry.RetryBudget;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The keys of guards. A guard that is spoken of is on, unless it is said to be off. */
final class GuardKeys {

  static final Key<Integer> CONCURRENCY_LIMIT =
      new Key<>(
          "concurrency-limit",
          ValueTypes.numberOr("1000", 1, "none", 0),
          "none",
          "How many calls may run at the same time in each partition; one more is refused.",
          GuardKeys::limit);

  static final Key<Integer> SEND_LIMIT =
      new Key<>(
          "send-limit",
          ValueTypes.numberOr("1000", 1, "none", 0),
          "none",
          "How many sends may run at the same time in each partition, of each endpoint where there"
              + " are some; one more is refused.",
          GuardKeys::sendLimit);

  private static final Key<Boolean> BUDGET_ENABLED = enabled("Whether retries are limited so.");

  static final Group RETRY_BUDGET =
      new Group(
          "retry-budget",
          "Limits the retries of all calls together, so that a server in trouble is not sent a"
              + " multiple of its load. Off where it is not spoken of.",
          List.of(
              BUDGET_ENABLED,
              new Key<>(
                  "ratio",
                  ValueTypes.decimal("0.2", "0", "1"),
                  "0.2",
                  "Retries for each call of the last 10 s.",
                  budget(RetryBudget.Builder::ratio)),
              new Key<>(
                  "per-second",
                  ValueTypes.decimal("10", "0", "1000000"),
                  "10",
                  "Retries for each second, whatever the number of calls.",
                  budget(RetryBudget.Builder::perSecond)),
              new Key<>(
                  "saved",
                  ValueTypes.number("100", 1, Integer.MAX_VALUE),
                  "100",
                  "How many unused retries are saved at most.",
                  budget(RetryBudget.Builder::saved))),
          switched(
              BUDGET_ENABLED, Heed.Builder::retryBudget, plan -> plan.without(GuardKind.BUDGET)));

  private static final Key<Boolean> COOLDOWN_ENABLED = enabled("Whether calls are held back so.");

  static final Group COOLDOWN =
      new Group(
          "cooldown",
          "Holds all calls to a server back while it asks one of them to stay away. Off where it is"
              + " not spoken of.",
          List.of(
              COOLDOWN_ENABLED,
              new Key<>(
                  "line",
                  ValueTypes.number("1000", 0, Integer.MAX_VALUE),
                  "1000",
                  "How many calls may wait; further ones are refused. 0 refuses them all at once.",
                  cooldown(Cooldown.Builder::line)),
              new Key<>(
                  "max-wait",
                  ValueTypes.duration("30s"),
                  "30s",
                  "The longest pause that a call waits for; during a longer one calls are refused.",
                  cooldown(Cooldown.Builder::maxWait)),
              new Key<>(
                  "max-pause",
                  ValueTypes.duration("5m"),
                  "5m",
                  "The longest pause that one response can bring about.",
                  cooldown(Cooldown.Builder::maxPause)),
              new Key<>(
                  "spread",
                  ValueTypes.duration("10s"),
                  "10s",
                  "Over how much time the calls that were held are released.",
                  cooldown(Cooldown.Builder::spread))),
          switched(
              COOLDOWN_ENABLED, Heed.Builder::cooldown, plan -> plan.without(GuardKind.COOLDOWN)));

  private GuardKeys() {}

  private static void limit(Heed.Builder plan, int calls) {
    if (calls == 0) {
      plan.without(GuardKind.LIMIT);
    } else {
      plan.concurrencyLimit(calls);
    }
  }

  private static void sendLimit(Heed.Builder plan, int sends) {
    if (sends == 0) {
      plan.without("concurrency limit");
    } else {
      plan.perAttempt(Guards.concurrencyLimit(sends));
    }
  }

  static Key<Boolean> enabled(String description) {
    return new Key<>(KeyTree.ENABLED, ValueTypes.yesOrNo(), "true", description, (plan, on) -> {});
  }

  private static <T> BiConsumer<Heed.Builder, T> budget(BiConsumer<RetryBudget.Builder, T> change) {
    return (plan, value) -> plan.retryBudget(budget -> change.accept(budget, value));
  }

  private static <T> BiConsumer<Heed.Builder, T> cooldown(BiConsumer<Cooldown.Builder, T> change) {
    return (plan, value) -> plan.cooldown(cooldown -> change.accept(cooldown, value));
  }

  /** Whoever switches on what the level below has switched off gets the numbers given there. */
  static Group.Effect switched(
      Key<Boolean> enabled, Consumer<Heed.Builder> on, Consumer<Heed.Builder> off) {
    return (own, below, plan) -> {
      if (!own.get(enabled).orElse(true)) {
        off.accept(plan);
        return;
      }
      on.accept(plan);
      if (!below.get(enabled).orElse(true)) {
        below.apply(plan);
      }
      own.apply(plan);
    };
  }
}
