package dev.heed.verify.simulation;

import dev.heed.testing.VirtualTime;

/**
 * What the world around the engine does by chance. It is drawn from the time seam, as the engine's
 * own chance is, but from another stream of numbers: so the clients call at the same instants
 * whatever the engine draws meanwhile.
 */
final class Chance {

  private final VirtualTime source = new VirtualTime();

  Chance(long seed) {
    source.seed(seed);
  }

  /** At least the first, below the second. */
  long between(long least, long below) {
    return least + (long) ((below - least) * source.random());
  }

  /** The time to the next of many events that do not know of each other. */
  long gap(long mean) {
    // The strict form: it gives the same on every machine.
    return (long) (-mean * StrictMath.log(1 - source.random()));
  }

  /** True for this share of all questions. */
  boolean happens(double share) {
    return source.random() < share;
  }
}
