package dev.heed.observe;

import java.util.Objects;

/**
 * A guard has changed its state, as when a pause begins or a breaker opens. Belongs to no call.
 * Immutable.
 */
public final class StateChange {

  private final String plan;
  private final String guard;
  private final String partition;
  private final String from;
  private final String to;

  /**
   * A change. Made by the engine.
   *
   * @param plan the name of the plan
   * @param guard the name of the guard
   * @param partition the key of the partition
   * @param from the state before
   * @param to the state now
   */
  public StateChange(String plan, String guard, String partition, String from, String to) {
    this.plan = Objects.requireNonNull(plan, "plan");
    this.guard = Objects.requireNonNull(guard, "guard");
    this.partition = Objects.requireNonNull(partition, "partition");
    this.from = Objects.requireNonNull(from, "from");
    this.to = Objects.requireNonNull(to, "to");
  }

  /** The name of the plan. */
  public String plan() {
    return plan;
  }

  /** The name of the guard, such as {@code cooldown}. */
  public String guard() {
    return guard;
  }

  /** The key of the partition, such as {@code https://api.example.com}. */
  public String partition() {
    return partition;
  }

  /** The state before, in a word. */
  public String from() {
    return from;
  }

  /** The state now, in a word. */
  public String to() {
    return to;
  }

  @Override
  public String toString() {
    return plan + ": " + guard + " of " + partition + ": " + from + " -> " + to;
  }
}
