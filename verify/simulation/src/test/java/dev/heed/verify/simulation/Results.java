package dev.heed.verify.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** The runs of all scenarios with one seed, each made when it is first asked for. */
final class Results {

  private final long seed;
  private final Map<Scenario, Tally> tallies = new LinkedHashMap<>();

  Results(long seed) {
    this.seed = seed;
  }

  Tally of(Scenario scenario) {
    return tallies.computeIfAbsent(scenario, wanted -> Simulation.run(wanted, seed));
  }
}
