package dev.heed.delivery.policy;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;

/**
 * The path for answers that say when to come back, and for every 429: all uploads pause until then,
 * and it costs the batch nothing. Immutable.
 */
public final class RateLimitConfig {

  static final String KEY = "rateLimitConfig";
  static final int MAX_COUNT = 1000;
  static final Duration MAX_INTERVAL = Duration.ofMinutes(5);
  static final Duration MAX_DURATION = Duration.ofDays(7);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final boolean enabled;
  private final int maxRetryCount;
  private final Duration maxRetryInterval;
  private final Duration maxRateLimitDuration;

  private RateLimitConfig(Builder builder, Clamp clamp) {
    enabled = builder.enabled;
    maxRetryCount = clamp.number("maxRetryCount", builder.maxRetryCount, 0, MAX_COUNT);
    maxRetryInterval =
        clamp.duration("maxRetryInterval", builder.maxRetryInterval, SECOND, MAX_INTERVAL);
    Duration duration =
        clamp.duration("maxRateLimitDuration", builder.maxRateLimitDuration, SECOND, MAX_DURATION);
    maxRateLimitDuration = atLeastTwoWaits(duration, clamp);
  }

  /** With less, one longest wait would use up the time, and nothing would ever be retried. */
  private Duration atLeastTwoWaits(Duration duration, Clamp clamp) {
    Duration two = maxRetryInterval.multipliedBy(2);
    if (duration.compareTo(two) >= 0) {
      return duration;
    }
    clamp.say(
        "maxRateLimitDuration",
        Durations.text(duration)
            + " is less than twice maxRetryInterval; "
            + Durations.text(two)
            + " is used");
    return two;
  }

  static Builder builder() {
    return new Builder();
  }

  /** Whether this path exists. Without it, hints are not looked at, and a 429 drops the batch. */
  public boolean enabled() {
    return enabled;
  }

  /** How many pauses in a row, without a success between them, are taken before giving up. */
  public int maxRetryCount() {
    return maxRetryCount;
  }

  /** The longest pause. What the server asks beyond it is cut to this. */
  public Duration maxRetryInterval() {
    return maxRetryInterval;
  }

  /** How long pauses may follow each other without a success before giving up. */
  public Duration maxRateLimitDuration() {
    return maxRateLimitDuration;
  }

  @Override
  public String toString() {
    return KEY
        + (enabled ? " on" : " off")
        + ": maxRetryCount="
        + maxRetryCount
        + ", maxRetryInterval="
        + Durations.text(maxRetryInterval)
        + ", maxRateLimitDuration="
        + Durations.text(maxRateLimitDuration);
  }

  /** Collects settings, which are brought into their ranges in the end. Not for several threads. */
  public static final class Builder {

    private boolean enabled = true;
    private int maxRetryCount = 100;
    private Duration maxRetryInterval = MAX_INTERVAL;
    private Duration maxRateLimitDuration = Duration.ofHours(12);

    private Builder() {}

    /** Whether this path exists; true by default. */
    public Builder enabled(boolean on) {
      enabled = on;
      return this;
    }

    /**
     * How many pauses in a row, without a success between them, are taken before the first batch in
     * line is given up; 100 by default, 0 to 1,000. Counts only where the queue limits retries.
     */
    public Builder maxRetryCount(int count) {
      maxRetryCount = count;
      return this;
    }

    /** The longest pause; 300 s by default, 1 s to 300 s. */
    public Builder maxRetryInterval(Duration longest) {
      maxRetryInterval = longest;
      return this;
    }

    /**
     * How long pauses may follow each other without a success before the first batch in line is
     * given up; 12 h by default, 1 s to 7 d, and at least twice {@link #maxRetryInterval}.
     */
    public Builder maxRateLimitDuration(Duration longest) {
      maxRateLimitDuration = longest;
      return this;
    }

    RateLimitConfig build(List<String> adjustments) {
      Clamp clamp = new Clamp(KEY);
      RateLimitConfig config = new RateLimitConfig(this, clamp);
      adjustments.addAll(clamp.adjustments());
      return config;
    }
  }
}
