package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
import dev.heed.retry.HedgePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The keys of the hedging. A client that is spoken of here hedges in place of retrying. */
final class HedgeKeys {

  /** Only after a handled failure. */
  private static final Duration NEVER_BESIDE = Duration.ofSeconds(-1);

  private static final Key<Boolean> ENABLED = GuardKeys.enabled("Whether calls are hedged.");

  private static final Key<List<EndpointGroup>> ENDPOINTS =
      new Key<>(
          "endpoints",
          EndpointValues.groups(),
          "none",
          "Where attempts go in place of the host that the request names, each to another group. A"
              + " group is a base, a list of bases, or `bases` with a `weight`; a base may be"
              + " followed by its weight, as in `https://eu.example.com x3`.",
          (plan, groups) -> {});

  private static final Key<Function<EndpointGroup[], Endpoints>> ORDER =
      new Key<>(
          "endpoint-order",
          ValueTypes.choice(
              ValueTypes.<Function<EndpointGroup[], Endpoints>>words(
                  "ordered", Endpoints::ordered,
                  "weighted", Endpoints::weighted,
                  "weighted-first", Endpoints::weightedFirst)),
          "ordered",
          "How groups follow each other: as they are listed; each drawn by weight; or the first"
              + " drawn by weight and the others as they are listed.",
          (plan, order) -> {});

  static final Group HEDGE =
      new Group(
          "hedge",
          "Sends a call once more beside an attempt that has no answer yet, in place of retrying"
              + " it. Off where it is not spoken of.",
          List.of(
              ENABLED,
              new Key<>(
                  "max-hedges",
                  ValueTypes.number("1", 0, HedgePolicy.MOST),
                  "1",
                  "Attempts beside the first, at most. 0 sends once.",
                  on(HedgePolicy.Builder::maxHedges)),
              new Key<>(
                  "delay",
                  ValueTypes.durationOr("200ms", "after-failure", NEVER_BESIDE),
                  "2s",
                  "The time after the start of one attempt until the next starts. `0s` starts all"
                      + " at once; with `after-failure` the next starts when one has failed.",
                  on(HedgePolicy.Builder::delay)),
              new Key<>(
                  "delay-percentile",
                  ValueTypes.decimalOr("95", "1", "99.99", "none", 0),
                  "none",
                  "Takes as the delay what so many percent of the recent answers did not exceed."
                      + " Until 32 are known, `delay` is taken.",
                  on(HedgePolicy.Builder::delayPercentile)),
              new Key<>(
                  RetryKeys.METHODS,
                  RetryKeys.methods(),
                  "safe",
                  "The methods that may be hedged, as for `retry`.",
                  on(HedgePolicy.Builder::methods)),
              new Key<>(
                  RetryKeys.STATUSES,
                  RetryKeys.statuses(),
                  "[408, 429, 500, 502, 503, 504]",
                  "Exactly the statuses that are not acceptable: the next attempt starts at once.",
                  on((hedge, statuses) -> hedge.statuses(RetryKeys.ints(statuses)))),
              ENDPOINTS,
              ORDER),
          HedgeKeys::apply);

  private HedgeKeys() {}

  /** Both keys of endpoints at once, since the plan takes them so. */
  private static void apply(Values own, Values below, Heed.Builder plan) {
    GuardKeys.switched(ENABLED, HedgeKeys::on, HedgeKeys::off).apply(own, below, plan);
    Values all = below.and(own);
    Optional<List<EndpointGroup>> groups = all.get(ENDPOINTS);
    if (!all.get(ENABLED).orElse(true) || groups.isEmpty()) {
      return;
    }
    if (groups.get().isEmpty()) {
      // The endpoints of the level below can be left out only by beginning anew.
      off(plan);
      on(plan);
      below.apply(plan);
      own.apply(plan);
      return;
    }
    Function<EndpointGroup[], Endpoints> order = all.get(ORDER).orElse(Endpoints::ordered);
    Endpoints endpoints = order.apply(groups.get().toArray(EndpointGroup[]::new));
    plan.hedge(hedge -> hedge.endpoints(endpoints));
  }

  private static void on(Heed.Builder plan) {
    plan.hedge(hedge -> {});
  }

  private static void off(Heed.Builder plan) {
    plan.without("hedge");
  }

  private static <T> BiConsumer<Heed.Builder, T> on(BiConsumer<HedgePolicy.Builder, T> change) {
    return (plan, value) -> plan.hedge(hedge -> change.accept(hedge, value));
  }
}
