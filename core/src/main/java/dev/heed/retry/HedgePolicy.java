package dev.heed.retry;

import dev.heed.http.ResponseHead;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a call that has no answer yet is sent once more beside the attempts that run, how often, and
 * where to. The first acceptable response is returned and the other attempts are cancelled.
 * Immutable; safe for use by several threads.
 *
 * <p>What counts as acceptable is what a retry with the default settings would not try again. A
 * response that is not acceptable, a failure, and an attempt that a guard refuses let the next
 * attempt start at once. A server that asks for time is not sent more within the same call.
 *
 * <p>Only what may be sent twice is hedged: see {@link Builder#methods}. One-shot bodies are sent
 * once and are not kept in memory for it.
 *
 * <p>Each attempt has its own run through the guards and stages of the attempt ring; the call
 * timeout stands outside all of them. A blocking call waits for attempts that run elsewhere, so its
 * stages and listeners run on other threads than the caller's.
 */
public final class HedgePolicy {

  /** The most hedges of one call. */
  public static final int MOST = 10;

  private final int maxHedges;
  private final Duration delay;
  private final @Nullable HedgeDelay delayBy;
  private final double percentile;
  private final @Nullable Endpoints endpoints;
  private final RetryPolicy handled;

  private HedgePolicy(Builder builder) {
    maxHedges = builder.maxHedges;
    delay = builder.delay;
    delayBy = builder.delayBy;
    percentile = builder.percentile;
    endpoints = builder.endpoints;
    // A call's own retries are off: the hedges are its further attempts.
    handled = builder.handled.maxRetries(0).build();
  }

  /** The defaults: one hedge of safe methods, 2 s after the first attempt. */
  public static HedgePolicy defaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Attempts beside the first, at most. */
  public int maxHedges() {
    return maxHedges;
  }

  /**
   * The time after the start of one attempt until the next starts; with {@link
   * Builder#delayPercentile}, until enough is known. Negative: only after a handled failure.
   */
  public Duration delay() {
    return delay;
  }

  /** Whether the delay is the same for each hedge of each request. */
  public boolean hasFixedDelay() {
    return delayBy == null && percentile == 0;
  }

  /** How often a call is sent at most. */
  public int maxSends() {
    return endpoints == null ? maxHedges + 1 : Math.min(maxHedges + 1, endpoints.size());
  }

  /** Which responses, failures and methods it is about, for the engine. */
  public RetryPolicy handled() {
    return handled;
  }

  @Nullable HedgeDelay delayBy() {
    return delayBy;
  }

  /** 0 for none. */
  double percentile() {
    return percentile;
  }

  /** Where attempts go; empty when all go where the request says. */
  public Optional<Endpoints> endpoints() {
    return Optional.ofNullable(endpoints);
  }

  /** The settings in one line, for {@code describe()}. */
  @Override
  public String toString() {
    return "maxHedges="
        + maxHedges
        + ", delay="
        + delayText()
        + ", methods="
        + handled.methods()
        + statusText();
  }

  /** Only where they are not those of a retry. */
  private String statusText() {
    if (handled.hasShouldRetry()) {
      return ", statuses=by shouldHedge";
    }
    return handled.statuses().equals(RetryPolicy.defaults().statuses())
        ? ""
        : ", statuses=" + new TreeSet<>(handled.statuses());
  }

  private String delayText() {
    if (delayBy != null) {
      return "by request";
    }
    String fixed = delay.isNegative() ? "after a handled failure" : Durations.text(delay);
    return percentile == 0
        ? fixed
        : "percentile " + percentile + " of recent latency (" + fixed + " until it is known)";
  }

  /** Collects settings and checks them all at {@link #build()}. Not safe for several threads. */
  public static final class Builder {

    private int maxHedges = 1;
    private Duration delay = Duration.ofSeconds(2);
    private @Nullable HedgeDelay delayBy;
    private double percentile;
    private @Nullable Endpoints endpoints;
    private final RetryPolicy.Builder handled;

    private Builder() {
      handled = RetryPolicy.builder();
    }

    private Builder(HedgePolicy from) {
      maxHedges = from.maxHedges;
      delay = from.delay;
      delayBy = from.delayBy;
      percentile = from.percentile;
      endpoints = from.endpoints;
      handled = from.handled.toBuilder();
    }

    /** Attempts beside the first, at most; 1 by default, 0 to 10. 0 sends once. */
    public Builder maxHedges(int maxHedges) {
      this.maxHedges = maxHedges;
      return this;
    }

    /**
     * The time after the start of one attempt until the next starts; 2 s by default. Zero starts
     * all at once; negative starts the next only after a handled failure.
     */
    public Builder delay(Duration delay) {
      this.delay = Objects.requireNonNull(delay, "delay");
      return this;
    }

    /**
     * A delay for each request, in place of the fixed one. Where it fails or gives null, the fixed
     * one is taken.
     */
    public Builder delayBy(HedgeDelay delayBy) {
      this.delayBy = Objects.requireNonNull(delayBy, "delayBy");
      return this;
    }

    /**
     * Takes as the delay what so many percent of the recent answers in the same partition did not
     * exceed, so that about the others are hedged: {@code delayPercentile(95)} hedges some 5 % of
     * the calls. The last 512 answers count; until there are 32, the fixed delay is taken.
     *
     * @param percentile above 0, below 100
     */
    public Builder delayPercentile(double percentile) {
      this.percentile = percentile;
      return this;
    }

    /** Where attempts go; by default all go where the request says. */
    public Builder endpoints(Endpoints endpoints) {
      this.endpoints = Objects.requireNonNull(endpoints, "endpoints");
      return this;
    }

    /**
     * The methods that may be hedged; {@link RetryMethods#safe()} by default. Others are hedged
     * where somebody vouches for the request, as by an idempotency key.
     */
    public Builder methods(RetryMethods methods) {
      handled.methods(methods);
      return this;
    }

    /** Exactly the statuses that are not acceptable, in place of those that a retry has. */
    public Builder statuses(int... statuses) {
      handled.statuses(statuses);
      return this;
    }

    /**
     * Decides which responses are not acceptable, in place of the statuses. Shared by all calls;
     * when it throws, the response is returned.
     */
    public Builder shouldHedge(Predicate<ResponseHead> shouldHedge) {
      handled.shouldRetry(shouldHedge);
      return this;
    }

    /** Everything that is wrong with these settings; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      List<String> violations = new ArrayList<>();
      if (maxHedges < 0 || maxHedges > MOST) {
        violations.add("maxHedges must be 0 to " + MOST + ": " + maxHedges);
      }
      if (percentile < 0 || percentile >= 100 || Double.isNaN(percentile)) {
        violations.add("delayPercentile must be above 0 and below 100: " + percentile);
      }
      if (percentile != 0 && delayBy != null) {
        violations.add("delayBy and delayPercentile exclude each other: leave one out");
      }
      if (endpoints != null) {
        violations.addAll(endpoints.violations());
      }
      return violations;
    }

    /**
     * What is wrong together with the time limit of the call; empty when nothing is.
     *
     * @param callTimeout null for none
     */
    public List<String> violations(@Nullable Duration callTimeout) {
      List<String> violations = violations();
      boolean fixed = delayBy == null && percentile == 0;
      if (callTimeout != null && fixed && startsTooLate(callTimeout)) {
        violations.add(
            maxHedges
                + " hedges after "
                + Durations.text(delay)
                + " each must start within callTimeout "
                + Durations.text(callTimeout));
      }
      return violations;
    }

    private boolean startsTooLate(Duration callTimeout) {
      // Divided and not multiplied, which could overflow.
      return maxHedges > 0 && delay.compareTo(callTimeout.dividedBy(maxHedges)) > 0;
    }

    /**
     * The policy.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public HedgePolicy build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new HedgePolicy(this);
    }
  }
}
