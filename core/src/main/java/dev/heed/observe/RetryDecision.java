package dev.heed.observe;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to "again?" after an attempt that did not end well, with what went into it. Immutable.
 */
public final class RetryDecision {

  private final boolean retried;
  private final @Nullable GaveUpBecause gaveUp;
  private final @Nullable WaitedBecause waited;
  private final long waitNanos;
  private final String explanation;

  private RetryDecision(
      @Nullable GaveUpBecause gaveUp,
      @Nullable WaitedBecause waited,
      long waitNanos,
      String explanation) {
    this.retried = gaveUp == null;
    this.gaveUp = gaveUp;
    this.waited = waited;
    this.waitNanos = waitNanos;
    this.explanation = explanation;
  }

  /** Yes, after a wait. */
  public static RetryDecision again(WaitedBecause because, long waitNanos, String explanation) {
    return new RetryDecision(null, because, waitNanos, explanation);
  }

  /** Yes, at once, with refreshed credentials; not counted as a retry. */
  public static RetryDecision refreshed(String explanation) {
    return new RetryDecision(null, null, 0, explanation);
  }

  /** Yes, by an attempt that has its turn now, or that is under way already; nothing is waited. */
  public static RetryDecision hedged(String explanation) {
    return new RetryDecision(null, null, 0, explanation);
  }

  /** No. */
  public static RetryDecision stop(GaveUpBecause because, String explanation) {
    return new RetryDecision(because, null, 0, explanation);
  }

  /** This wait as the end of a longer one: both together, with the reason of this one. */
  public RetryDecision after(@Nullable RetryDecision before) {
    return before == null || !before.retried
        ? this
        : new RetryDecision(null, waited, before.waitNanos + waitNanos, explanation);
  }

  /** Whether another attempt follows. */
  public boolean again() {
    return retried;
  }

  /** Why not; empty when another attempt follows. */
  public Optional<GaveUpBecause> gaveUpBecause() {
    return Optional.ofNullable(gaveUp);
  }

  /** Who asked for the wait; empty when no attempt follows, or one without a wait of its own. */
  public Optional<WaitedBecause> waitedBecause() {
    return Optional.ofNullable(waited);
  }

  /** The wait before the next attempt; zero when none follows. */
  public Duration waitTime() {
    return Duration.ofNanos(waitNanos);
  }

  /** The reason in a sentence; where a setting would change the answer, it is named. */
  public String explanation() {
    return explanation;
  }

  @Override
  public String toString() {
    return retried
        ? "again in " + Durations.text(waitTime()) + ": " + explanation
        : gaveUp + ": " + explanation;
  }
}
