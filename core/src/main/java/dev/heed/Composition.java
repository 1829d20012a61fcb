package dev.heed;

import dev.heed.retry.Engine;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RetryPolicy;
import java.util.Map;

/**
 * What a plan is at one time, made once of its settings. A call gets its engine from here when it
 * begins and keeps it.
 *
 * @param facts the settings by name, as text
 * @param settings what it was made of, which nobody changes any more
 */
record Composition(
    Engine engine,
    PlanDescription description,
    Map<String, String> facts,
    boolean stacksRetries,
    PlanSettings settings) {

  static Composition of(PlanSettings collected) {
    PlanSettings settings = new PlanSettings(collected);
    HedgePolicy hedging = settings.hedging();
    RetryPolicy policy = hedging == null ? settings.retry.build() : hedging.handled();
    Chain chain = Heed.compose(settings, policy);
    return new Composition(
        new Engine(chain.settings()),
        new PlanDescription(
            settings.name,
            chain.parts(),
            Lint.warnings(settings, policy),
            WorstCase.of(settings, policy, settings.longestHold())),
        PlanFacts.of(settings, policy, chain.parts()),
        settings.stacksRetries,
        settings);
  }
}
