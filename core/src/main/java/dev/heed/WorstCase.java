package dev.heed;

import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RetryPolicy;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often a call is sent at most, and how long it takes.
 *
 * @param sends by the plan; -1 for no limit in number
 * @param sendsEach how often what lies further in may send each of them
 * @param waits of one call together
 * @param callTimeout null for none
 * @param whole how long all attempts take with all waits; null where nothing limits one
 */
record WorstCase(
    int sends,
    int sendsEach,
    Duration waits,
    @Nullable Duration callTimeout,
    @Nullable Duration whole) {

  /** Longer than this is as good as for ever. */
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  /**
   * The worst case of a plan.
   *
   * @param hold how long a guard may hold each attempt
   */
  static WorstCase of(PlanSettings settings, RetryPolicy policy, Duration hold) {
    HedgePolicy hedging = settings.hedging();
    if (hedging != null) {
      return hedged(settings, hedging, hold);
    }
    // The repeat with refreshed credentials is not counted as a retry, but it is a send.
    int uncounted = settings.reauthenticate == null ? 1 : 2;
    boolean unlimited = policy.maxRetries() > Integer.MAX_VALUE - uncounted;
    int sends = unlimited ? -1 : policy.maxRetries() + uncounted;
    Duration waits =
        Durations.sum(policy.worstCaseWait(), times(hold, unlimited ? Long.MAX_VALUE : sends));
    Duration limit = settings.callTimeout;
    Duration each = settings.attemptTimeout;
    return new WorstCase(
        sends,
        1,
        limit == null ? waits : shorter(limit, waits),
        limit,
        each == null || unlimited ? null : Durations.sum(times(each, sends), waits));
  }

  /**
   * An attempt starts when the delay after the one before has passed, or when that one has failed.
   * Where an empty budget may have stopped the hedge, or the delay is not known, only the latter is
   * sure to come.
   */
  private static WorstCase hedged(PlanSettings settings, HedgePolicy hedging, Duration hold) {
    boolean sure =
        hedging.hasFixedDelay() && !hedging.delay().isNegative() && settings.budget == null;
    Duration apart = sure ? hedging.delay() : FOREVER;
    int hedges = hedging.maxSends() - 1;
    Duration limit = settings.callTimeout;
    Duration each = settings.attemptTimeout;
    Duration waits = Durations.sum(times(shorter(apart, hold), hedges), hold);
    Duration busy = each == null ? null : Durations.sum(each, hold);
    return new WorstCase(
        hedging.maxSends(),
        1,
        limit == null ? waits : shorter(limit, waits),
        limit,
        busy == null ? null : Durations.sum(times(shorter(apart, busy), hedges), busy));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The same, where what lies further in sends each attempt so often. */
  WorstCase times(int more) {
    return new WorstCase(sends, (int) product(sendsEach, more), waits, callTimeout, whole);
  }

  /** Sends on the wire; empty when there is no limit in number. */
  Optional<Long> onTheWire() {
    return sends < 0 ? Optional.empty() : Optional.of((long) sends * sendsEach);
  }

  /** From the start of a call to its end; empty when nothing limits it. */
  Optional<Duration> duration() {
    if (whole == null) {
      return Optional.ofNullable(callTimeout);
    }
    return Optional.of(callTimeout == null ? whole : shorter(callTimeout, whole));
  }

  private static long product(int a, int b) {
    return Math.min((long) a * b, Integer.MAX_VALUE);
  }

  private static Duration times(Duration each, long count) {
    try {
      return each.multipliedBy(count);
    } catch (ArithmeticException e) {
      return FOREVER;
    }
  }

  @Override
  public String toString() {
    String number = sends < 0 ? "no limit in number of sends" : sends + " sends";
    String wire =
        sendsEach == 1
            ? ""
            : sends < 0
                ? ", each up to " + sendsEach + " times on the wire"
                : " (up to " + (long) sends * sendsEach + " on the wire)";
    String end =
        duration().map(d -> ", ended after " + Durations.text(d)).orElse(", no time limit");
    return number + wire + ", waits of " + Durations.text(waits) + end;
  }
}
