package dev.heed.observe;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A guard has refused a call, or makes it wait. Immutable. */
public final class GuardEvent {

  private final String guard;
  private final String partition;
  private final RetryDecision decision;
  private final @Nullable Duration time;

  /**
   * What a guard said. Made by the engine.
   *
   * @param guard the name of the guard
   * @param partition the key of the partition
   * @param decision what follows: a wait, or the end of the call
   * @param time how long the guard will go on so, where it is known
   */
  public GuardEvent(
      String guard, String partition, RetryDecision decision, @Nullable Duration time) {
    this.guard = Objects.requireNonNull(guard, "guard");
    this.partition = Objects.requireNonNull(partition, "partition");
    this.decision = Objects.requireNonNull(decision, "decision");
    this.time = time;
  }

  /** The name of the guard, such as {@code concurrency limit}. */
  public String guard() {
    return guard;
  }

  /** The key of the partition, such as {@code https://api.example.com}. */
  public String partition() {
    return partition;
  }

  /** What follows, and why: a wait, or the end of the call. */
  public RetryDecision decision() {
    return decision;
  }

  /** The wait, or how long the guard will go on refusing, where it is known. */
  public Optional<Duration> time() {
    return Optional.ofNullable(time);
  }

  @Override
  public String toString() {
    return guard
        + " of "
        + partition
        + ", "
        + decision
        + (time == null || decision.again() ? "" : " (again in " + Durations.text(time) + ")");
  }
}
