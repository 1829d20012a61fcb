package dev.heed.resilience4j;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import dev.heed.guard.PlanLimits;
import dev.heed.time.Durations;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A breaker: it stops sending to a server that keeps failing, and lets a trial through after a
 * while to find out whether the server is back.
 *
 * <pre>{@code
 * Heed.builder("acme").perAttempt(Breaker.builder().openFor(Duration.ofSeconds(20)).build())
 * }</pre>
 *
 * <p>Failures are 5xx, 408, failed connections, passed time limits and bodies cut short. Other 4xx,
 * cancels and refusals say nothing about the server; 429 says nothing unless {@link
 * Builder#countThrottled} is on. With {@code perAttempt} it counts sends, with {@code perCall}
 * calls with all their retries.
 *
 * <p>Immutable settings; each partition has a breaker of Resilience4j of its own, on the plan's
 * clock. To put a breaker of your own there, see {@link Resilience4j}. What the breakers do is seen
 * through {@link Breakers}.
 */
public final class Breaker implements GuardFamily {

  // A trial after less would be no pause. Resilience4j counts the time in whole milliseconds.
  private static final Duration SHORTEST_OPEN = Duration.ofMillis(10);

  private final double failureRate;
  private final int minimum;
  private final Duration window;
  private final Duration openFor;
  private final int trials;
  private final boolean countThrottled;

  private Breaker(Builder builder) {
    failureRate = builder.failureRate;
    minimum = builder.minimum;
    window = builder.window;
    openFor = builder.openFor;
    trials = builder.trials;
    countThrottled = builder.countThrottled;
  }

  /** A builder that starts from the defaults: 10 % of at least 100 in 30 s, open 5 s, 1 trial. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public GuardKind kind() {
    return GuardKind.BREAKER;
  }

  @Override
  public String name() {
    return "breaker";
  }

  @Override
  public String options() {
    return percent()
        + " of at least "
        + minimum
        + " in "
        + Durations.text(window)
        + ", open "
        + Durations.text(openFor)
        + ", "
        + trials
        + (trials == 1 ? " trial" : " trials")
        + (countThrottled ? ", 429 counts" : "");
  }

  private String percent() {
    DecimalFormat plain = new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return plain.format(failureRate * 100) + " %";
  }

  /** A window below twice the attempt timeout would forget slow failures before it can judge. */
  @Override
  public List<String> violations(PlanLimits limits) {
    return limits
        .attemptTimeout()
        .filter(timeout -> window.compareTo(Durations.sum(timeout, timeout)) < 0)
        .map(
            timeout ->
                "the breaker's window "
                    + Durations.text(window)
                    + " must be at least twice attemptTimeout "
                    + Durations.text(timeout))
        .stream()
        .toList();
  }

  @Override
  public Guard open(Partition partition) {
    // One millisecond less than is asked for, which the guard waits for by itself: Resilience4j
    // still refuses at the very end of its time.
    CircuitBreakerConfig config =
        PlanClock.breakerOn(partition.time())
            .failureRateThreshold((float) (failureRate * 100))
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize((int) window.toSeconds())
            .minimumNumberOfCalls(minimum)
            .waitDurationInOpenState(openFor.minusMillis(1))
            .permittedNumberOfCallsInHalfOpenState(trials)
            .slowCallDurationThreshold(Duration.ofDays(1))
            .build();
    CircuitBreaker breaker = CircuitBreaker.of(partition.key(), config);
    return new BreakerGuard(this, partition, breaker, new Ours());
  }

  /** How a breaker with these settings is spoken of and what it is told. */
  private final class Ours implements BreakerGuard.Manner {

    @Override
    public @Nullable Duration openFor() {
      return openFor;
    }

    @Override
    public boolean isTimed() {
      return false;
    }

    @Override
    public boolean countsThrottled() {
      return countThrottled;
    }

    @Override
    public String whyOpen() {
      return "the breaker is open: at least "
          + percent()
          + " failed of at least "
          + minimum
          + " in "
          + Durations.text(window)
          + "; Breaker.openFor says how long it stays so";
    }

    @Override
    public String whyHalfOpen() {
      return "the breaker is half-open and waits for the end of its trial; Breaker.trials says how"
          + " many go together";
    }
  }

  /** Whether the settings are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Breaker that
        && Double.compare(failureRate, that.failureRate) == 0
        && minimum == that.minimum
        && window.equals(that.window)
        && openFor.equals(that.openFor)
        && trials == that.trials
        && countThrottled == that.countThrottled;
  }

  @Override
  public int hashCode() {
    return Objects.hash(failureRate, minimum, window, openFor, trials, countThrottled);
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private double failureRate = 0.1;
    private int minimum = 100;
    private Duration window = Duration.ofSeconds(30);
    private Duration openFor = Duration.ofSeconds(5);
    private int trials = 1;
    private boolean countThrottled;

    private Builder() {}

    /**
     * Which part of the results has to be failures for the breaker to open, above 0 and up to 1;
     * 0.1 by default.
     */
    public Builder failureRate(double rate) {
      failureRate = rate;
      return this;
    }

    /** With fewer results in the window it never opens; 100 by default, at least 1. */
    public Builder minimum(int results) {
      minimum = results;
      return this;
    }

    /** Over how much time results count; 30 s by default, in whole seconds, at least one. */
    public Builder window(Duration window) {
      this.window = Objects.requireNonNull(window, "window");
      return this;
    }

    /** How long nothing is sent before the next trial; 5 s by default, at least 10 ms. */
    public Builder openFor(Duration openFor) {
      this.openFor = Objects.requireNonNull(openFor, "openFor");
      return this;
    }

    /**
     * How many are let through to find out whether the server is back; 1 by default. When all have
     * ended it closes, or opens again if they failed at the rate.
     */
    public Builder trials(int trials) {
      this.trials = trials;
      return this;
    }

    /** Whether 429 counts as a failure; off by default, since the server is well then. */
    public Builder countThrottled(boolean on) {
      countThrottled = on;
      return this;
    }

    /** Everything that is wrong with these settings; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      List<String> violations = new ArrayList<>();
      if (!(failureRate > 0 && failureRate <= 1)) {
        violations.add("the breaker's failureRate must be above 0 and at most 1: " + failureRate);
      }
      if (minimum < 1) {
        violations.add("the breaker's minimum must be positive: " + minimum);
      }
      if (window.toSeconds() < 1
          || window.toSeconds() > Integer.MAX_VALUE
          || !window.equals(Duration.ofSeconds(window.toSeconds()))) {
        violations.add(
            "the breaker's window must be a number of whole seconds: " + Durations.text(window));
      }
      if (openFor.compareTo(SHORTEST_OPEN) < 0) {
        violations.add(
            "the breaker's openFor must be at least "
                + Durations.text(SHORTEST_OPEN)
                + ": "
                + Durations.text(openFor));
      }
      if (trials < 1) {
        violations.add("the breaker's trials must be positive: " + trials);
      }
      return violations;
    }

    /**
     * The breaker.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public Breaker build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new Breaker(this);
    }
  }
}
