package dev.heed.settings;

import dev.heed.Heed;
import java.util.List;
import java.util.Optional;

/**
 * Keys that belong together: a section of a client, or the keys that stand directly below it.
 *
 * @param name of the section; empty for the keys directly below a client
 * @param description for the documentation and for editors: sentences
 * @param effect what the values do to a plan
 * @param neededModule without which they can do nothing; empty for none
 */
record Group(
    String name, String description, List<Key<?>> keys, Effect effect, String neededModule) {

  /** A group that every reader of settings knows. */
  Group(String name, String description, List<Key<?>> keys, Effect effect) {
    this(name, description, keys, effect, "");
  }

  /** What the values of a group do to a plan. */
  @FunctionalInterface
  interface Effect {

    /** Each value does what its key says. */
    Effect EACH = (own, below, plan) -> own.apply(plan);

    /**
     * Changes the plan.
     *
     * @param own what is said at this level: for all clients, or for one
     * @param below what the levels below it say
     */
    void apply(Values own, Values below, Heed.Builder plan);
  }

  /** Whether what the group needs is there. */
  boolean isUsable() {
    return neededModule.isEmpty() || BreakerKeys.isThere();
  }

  Optional<Key<?>> key(String name) {
    for (Key<?> key : keys) {
      if (key.name().equals(name)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }
}
