package dev.heed.delivery.policy;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The path for failures that say nothing of when to come back: the batch waits longer each time,
 * the others do not. It also holds which status is retried at all. Immutable.
 */
public final class BackoffConfig {

  static final String KEY = "backoffConfig";
  static final int MAX_COUNT = 1000;
  static final int LEAST_STATUS = 100;
  static final int LARGEST_STATUS = 599;
  static final Duration LEAST_BASE = Duration.ofMillis(100);
  static final Duration MAX_BASE = Duration.ofMinutes(1);
  static final Duration MAX_INTERVAL = Duration.ofHours(1);
  static final Duration MAX_TOTAL = Duration.ofDays(7);
  static final int MAX_JITTER = 50;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** What differs from its class, from the response codes that the delivery services agreed on. */
  private static final Map<Integer, Behavior> USUAL =
      Map.of(
          408, Behavior.RETRY,
          410, Behavior.RETRY,
          429, Behavior.RETRY,
          460, Behavior.RETRY,
          501, Behavior.DROP,
          505, Behavior.DROP,
          511, Behavior.DROP);

  private final boolean enabled;
  private final int maxRetryCount;
  private final Duration baseBackoffInterval;
  private final Duration maxBackoffInterval;
  private final Duration maxTotalBackoffDuration;
  private final int jitterPercent;
  private final Behavior default4xx;
  private final Behavior default5xx;
  private final Behavior unknownCode;
  private final Map<Integer, Behavior> overrides;

  private BackoffConfig(Builder builder, Clamp clamp) {
    enabled = builder.enabled;
    maxRetryCount = clamp.number("maxRetryCount", builder.maxRetryCount, 0, MAX_COUNT);
    baseBackoffInterval =
        clamp.duration("baseBackoffInterval", builder.baseBackoffInterval, LEAST_BASE, MAX_BASE);
    maxBackoffInterval =
        clamp.duration("maxBackoffInterval", builder.maxBackoffInterval, SECOND, MAX_INTERVAL);
    maxTotalBackoffDuration =
        clamp.duration(
            "maxTotalBackoffDuration", builder.maxTotalBackoffDuration, SECOND, MAX_TOTAL);
    jitterPercent = clamp.number("jitterPercent", builder.jitterPercent, 0, MAX_JITTER);
    default4xx = builder.default4xx;
    default5xx = builder.default5xx;
    unknownCode = builder.unknownCode;
    overrides = possible(builder.overrides, clamp);
  }

  private static Map<Integer, Behavior> possible(Map<Integer, Behavior> all, Clamp clamp) {
    Map<Integer, Behavior> possible = new TreeMap<>();
    all.forEach(
        (status, behavior) -> {
          if (status >= LEAST_STATUS && status <= LARGEST_STATUS) {
            possible.put(status, behavior);
          } else {
            clamp.say("statusCodeOverrides", status + " is no status; it is left out");
          }
        });
    return Map.copyOf(possible);
  }

  static Builder builder() {
    return new Builder();
  }

  /** Whether this path exists. Without it, what would be backed off is dropped. */
  public boolean enabled() {
    return enabled;
  }

  /** How many retries a batch gets after answers on this path; 0 sends it once. */
  public int maxRetryCount() {
    return maxRetryCount;
  }

  /** The first wait. */
  public Duration baseBackoffInterval() {
    return baseBackoffInterval;
  }

  /** The longest wait. */
  public Duration maxBackoffInterval() {
    return maxBackoffInterval;
  }

  /** How long a batch is retried on this path, from its first failure on. */
  public Duration maxTotalBackoffDuration() {
    return maxTotalBackoffDuration;
  }

  /** How far chance moves a wait, in percent of it. */
  public int jitterPercent() {
    return jitterPercent;
  }

  /** What was said of this status in particular; empty where the defaults decide. */
  public Optional<Behavior> override(int status) {
    return Optional.ofNullable(overrides.get(status));
  }

  /** What becomes of a batch that is answered with this status, which is not a success. */
  public Behavior behavior(int status) {
    Behavior own = overrides.get(status);
    if (own != null) {
      return own;
    }
    Behavior usual = USUAL.get(status);
    if (usual != null) {
      return usual;
    }
    return switch (status / 100) {
      case 4 -> default4xx;
      case 5 -> default5xx;
      default -> unknownCode;
    };
  }

  /**
   * The wait after this many failures in a row: {@code baseBackoffInterval} doubled for each
   * failure after the first, up to {@code maxBackoffInterval}. Chance adds up to {@code
   * jitterPercent}; at the ceiling it takes away instead, so that many clients do not come back
   * together.
   *
   * @param failures 1 or more
   * @param chance at least 0 and below 1
   */
  public Duration delay(int failures, double chance) {
    long most = maxBackoffInterval.toNanos();
    long capped = Math.min(baseBackoffInterval.toNanos(), most);
    for (int doubled = 1; doubled < failures && capped < most; doubled++) {
      capped = Math.min(2 * capped, most);
    }
    long spread = capped / 100 * jitterPercent;
    long longest = Math.min(capped + spread, most);
    return Duration.ofNanos(longest - (long) (spread * chance));
  }

  @Override
  public String toString() {
    return KEY
        + (enabled ? " on" : " off")
        + ": maxRetryCount="
        + maxRetryCount
        + ", baseBackoffInterval="
        + Durations.text(baseBackoffInterval)
        + ", maxBackoffInterval="
        + Durations.text(maxBackoffInterval)
        + ", maxTotalBackoffDuration="
        + Durations.text(maxTotalBackoffDuration)
        + ", jitterPercent="
        + jitterPercent
        + ", default4xxBehavior="
        + default4xx
        + ", default5xxBehavior="
        + default5xx
        + ", unknownCodeBehavior="
        + unknownCode
        + ", statusCodeOverrides="
        + new TreeMap<>(overrides);
  }

  /** Collects settings, which are brought into their ranges in the end. Not for several threads. */
  public static final class Builder {

    private boolean enabled = true;
    private int maxRetryCount = 10;
    private Duration baseBackoffInterval = Duration.ofMillis(500);
    private Duration maxBackoffInterval = Duration.ofMinutes(1);
    private Duration maxTotalBackoffDuration = Duration.ofHours(12);
    private int jitterPercent = 10;
    private Behavior default4xx = Behavior.DROP;
    private Behavior default5xx = Behavior.RETRY;
    private Behavior unknownCode = Behavior.DROP;
    private final Map<Integer, Behavior> overrides = new TreeMap<>();

    private Builder() {}

    /** Whether this path exists; true by default. */
    public Builder enabled(boolean on) {
      enabled = on;
      return this;
    }

    /**
     * How many retries a batch gets after answers on this path; 10 by default, 0 to 1,000. Counts
     * only where the queue limits retries, and failures without an answer never count.
     */
    public Builder maxRetryCount(int count) {
      maxRetryCount = count;
      return this;
    }

    /** The first wait; 0.5 s by default, 0.1 s to 60 s. */
    public Builder baseBackoffInterval(Duration first) {
      baseBackoffInterval = first;
      return this;
    }

    /** The longest wait; 60 s by default, 1 s to 1 h. */
    public Builder maxBackoffInterval(Duration longest) {
      maxBackoffInterval = longest;
      return this;
    }

    /**
     * How long a batch is retried on this path, from its first failure on; 12 h by default, 1 s to
     * 7 d. A wait that would end later is not begun.
     */
    public Builder maxTotalBackoffDuration(Duration longest) {
      maxTotalBackoffDuration = longest;
      return this;
    }

    /** How far chance moves a wait, in percent of it; 10 by default, 0 to 50. */
    public Builder jitterPercent(int percent) {
      jitterPercent = percent;
      return this;
    }

    /** What 400 to 499 lead to, where nothing else is said; {@link Behavior#DROP} by default. */
    public Builder default4xxBehavior(Behavior behavior) {
      default4xx = behavior;
      return this;
    }

    /** What 500 to 599 lead to, where nothing else is said; {@link Behavior#RETRY} by default. */
    public Builder default5xxBehavior(Behavior behavior) {
      default5xx = behavior;
      return this;
    }

    /**
     * What every other status that is not a success leads to, redirects among them; {@link
     * Behavior#DROP} by default.
     */
    public Builder unknownCodeBehavior(Behavior behavior) {
      unknownCode = behavior;
      return this;
    }

    /**
     * What one status leads to. By default 408, 410, 429 and 460 are retried, 501, 505 and 511 are
     * dropped; these stay so unless they are named here.
     *
     * @param status 100 to 599; others are left out
     */
    public Builder statusCodeOverride(int status, Behavior behavior) {
      overrides.put(status, behavior);
      return this;
    }

    BackoffConfig build(List<String> adjustments) {
      Clamp clamp = new Clamp(KEY);
      BackoffConfig config = new BackoffConfig(this, clamp);
      adjustments.addAll(clamp.adjustments());
      return config;
    }
  }
}
