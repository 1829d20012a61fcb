package dev.heed.verify.simulation;

import dev.heed.Heed;
import dev.heed.time.TimeSource;
import java.util.function.Consumer;

/**
 * What is simulated.
 *
 * @param name in a few words
 * @param settings the plan of the clients
 * @param hints whether the server says, while it fails, when it will be back
 * @param inStep whether all clients call at the same time
 * @param plans how many plans the clients share among them
 */
record Scenario(
    String name, Consumer<Heed.Builder> settings, boolean hints, boolean inStep, int plans) {

  Scenario withHints() {
    return new Scenario(name, settings, true, inStep, plans);
  }

  Scenario withClientsInStep() {
    return new Scenario(name, settings, hints, true, plans);
  }

  Scenario withPlanForEachClient() {
    return new Scenario(name, settings, hints, inStep, Load.CLIENTS);
  }

  Heed plan(TimeSource time) {
    Heed.Builder plan = Heed.builder("simulated").time(time);
    settings.accept(plan);
    return plan.build();
  }
}
