package dev.heed.resilience4j;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.Metrics;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;

/**
 * What one breaker has seen at a moment. Immutable; made by {@link Breakers#health}, which changes
 * nothing by looking.
 */
public final class BreakerHealth {

  private final String partition;
  private final String name;
  private final State state;
  private final int results;
  private final int failures;
  private final long refusals;

  BreakerHealth(String partition, CircuitBreaker breaker) {
    this.partition = partition;
    name = breaker.getName();
    state = breaker.getState();
    Metrics metrics = breaker.getMetrics();
    results = metrics.getNumberOfBufferedCalls();
    failures = metrics.getNumberOfFailedCalls();
    refusals = metrics.getNumberOfNotPermittedCalls();
  }

  /** The key of the partition, such as {@code https://api.example.com}. */
  public String partition() {
    return partition;
  }

  /** The name of the breaker: the partition's key, or what you have called one of your own. */
  public String name() {
    return name;
  }

  /**
   * The state. A breaker whose time has passed is {@link State#OPEN} until somebody asks it to send
   * the trial.
   */
  public State state() {
    return state;
  }

  /** Whether it lets everything through. */
  public boolean isHealthy() {
    return state != State.OPEN && state != State.HALF_OPEN && state != State.FORCED_OPEN;
  }

  /** How many results count at the moment: those in the window, or those of the trials. */
  public int results() {
    return results;
  }

  /** How many of them are failures. */
  public int failures() {
    return failures;
  }

  /** How many were refused since it came into this state. */
  public long refusals() {
    return refusals;
  }

  /** {@code https://api.example.com: open, 12 of 100 failed, 3 refused}. */
  @Override
  public String toString() {
    return partition
        + ": "
        + BreakerGuard.word(state)
        + ", "
        + failures
        + " of "
        + results
        + " failed, "
        + refusals
        + " refused";
  }
}
