package dev.heed.testing;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A network that is slow and fails now and then, the same way each time the test runs: {@code new
 * NetworkConditions(42).delay(Duration.ofMillis(200)).failureRate(0.1)}. Given to {@link
 * StubHttpClient#under} or {@link StubServer#under}.
 *
 * <p>What happens to the n-th request follows from the seed and n alone, on every JDK and whatever
 * the threads do. It happens once the request has found its route, whose reply is then used up. At
 * first nothing happens at all: each setting is off until it is given.
 *
 * <p>Immutable: each setting makes new conditions.
 */
public final class NetworkConditions {

  /** Three numbers for each request, drawn in this order. */
  private static final int DRAWS = 3;

  private static final int DELAY = 0;
  private static final int FAILURE = 1;
  private static final int ERROR = 2;

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final double UNIT = 0x1.0p-53;

  private final long seed;
  private final Duration delay;
  private final double variance;
  private final double failureRate;
  private final double errorRate;
  private final Reply error;

  /** Conditions under which nothing happens yet. */
  public NetworkConditions(long seed) {
    this(seed, Duration.ZERO, 0, 0, 0, Reply.status(500));
  }

  private NetworkConditions(
      long seed,
      Duration delay,
      double variance,
      double failureRate,
      double errorRate,
      Reply error) {
    this.seed = seed;
    this.delay = delay;
    this.variance = variance;
    this.failureRate = failureRate;
    this.errorRate = errorRate;
    this.error = error;
  }

  /** Replies come after this time, more or less by the {@link #variance}. */
  public NetworkConditions delay(Duration delay) {
    if (Objects.requireNonNull(delay, "delay").isNegative()) {
      throw new IllegalArgumentException("delay must not be negative: " + Durations.text(delay));
    }
    return new NetworkConditions(seed, delay, variance, failureRate, errorRate, error);
  }

  /**
   * By how much of itself the delay differs at most: 0.4 makes 100 ms of 60 to 140 ms, evenly.
   *
   * @throws IllegalArgumentException unless at least 0 and at most 1
   */
  public NetworkConditions variance(double variance) {
    checkShare("variance", variance);
    return new NetworkConditions(seed, delay, variance, failureRate, errorRate, error);
  }

  /**
   * How many of the requests fail with a connection that is reset before the head: 0.1 for one in
   * ten.
   *
   * @throws IllegalArgumentException unless at least 0 and at most 1
   */
  public NetworkConditions failureRate(double rate) {
    checkShare("failureRate", rate);
    return new NetworkConditions(seed, delay, variance, rate, errorRate, error);
  }

  /**
   * How many of the requests that do not fail get this reply in place of their route's.
   *
   * @throws IllegalArgumentException unless at least 0 and at most 1
   */
  public NetworkConditions errorRate(double rate, Reply reply) {
    checkShare("errorRate", rate);
    Objects.requireNonNull(reply, "reply");
    return new NetworkConditions(seed, delay, variance, failureRate, rate, reply);
  }

  private static void checkShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " must be at least 0 and at most 1: " + value);
    }
  }

  /** What becomes of the reply to the request with this number. */
  static Reply apply(@Nullable NetworkConditions conditions, int number, Reply reply) {
    return conditions == null ? reply : conditions.applyTo(number, reply);
  }

  private Reply applyTo(int number, Reply reply) {
    Reply comes = reply;
    if (draw(number, FAILURE) < failureRate) {
      comes = Reply.reset();
    } else if (draw(number, ERROR) < errorRate) {
      comes = error;
    }
    return comes.delayed(delayOf(number));
  }

  private Duration delayOf(int number) {
    double factor = 1 + variance * (2 * draw(number, DELAY) - 1);
    return Duration.ofNanos(Math.round(TimeUnit.NANOSECONDS.convert(delay) * factor));
  }

  /**
   * A number, at least 0 and below 1. Computed (SplitMix64) and not drawn from a generator, since
   * requests on several threads would find a different state of it in each run.
   */
  private double draw(int number, int which) {
    long z = seed + GOLDEN * ((long) number * DRAWS + which + 1);
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    z ^= z >>> 31;
    return (z >>> 11) * UNIT;
  }

  /** The seed and what may happen. */
  @Override
  public String toString() {
    return "seed "
        + seed
        + ": delay "
        + Durations.text(delay)
        + ", variance "
        + variance
        + ", failures "
        + failureRate
        + ", errors "
        + errorRate;
  }
}
