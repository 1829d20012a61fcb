package dev.heed.retry;

import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a call is tried again, how often, and how long it waits. Immutable; safe for use by several
 * threads. The defaults suit a client that knows nothing of its server.
 */
public final class RetryPolicy {

  /** Statuses that say "not now", whatever else the response holds. */
  static final Set<Integer> DEFAULT_STATUSES = Set.of(408, 429, 500, 502, 503, 504);

  /** Statuses that say "not now" only when the server also says when. */
  static final Set<Integer> DEFAULT_STATUSES_WITH_HINT = Set.of(403, 529);

  private final int maxRetries;
  private final Duration baseDelay;
  private final Duration maxDelay;
  private final Jitter jitter;
  private final RetryMethods methods;
  private final boolean throttledAnyMethod;
  private final boolean retryFailures;
  private final Set<Integer> statuses;
  private final Set<Integer> statusesWithHint;
  private final boolean dialectStatuses;
  private final boolean ownStatusesWithHint;
  private final @Nullable Predicate<ResponseHead> shouldRetry;
  private final @Nullable Spread spread;
  private final Backoff backoff;

  private RetryPolicy(Builder builder) {
    maxRetries = builder.maxRetries;
    baseDelay = builder.baseDelay;
    maxDelay = builder.maxDelay;
    jitter = builder.jitter;
    methods = builder.methods;
    throttledAnyMethod = builder.throttledAnyMethod;
    retryFailures = builder.retryFailures;
    statuses = builder.statuses == null ? DEFAULT_STATUSES : builder.statuses;
    statusesWithHint =
        builder.statusesWithHint != null
            ? builder.statusesWithHint
            : builder.statuses == null ? DEFAULT_STATUSES_WITH_HINT : Set.of();
    dialectStatuses = builder.statuses == null;
    ownStatusesWithHint = builder.statusesWithHint != null;
    shouldRetry = builder.shouldRetry;
    spread = builder.spread;
    backoff = new Backoff(saturatedNanos(baseDelay), saturatedNanos(maxDelay), jitter);
  }

  /** The defaults: 3 retries of safe methods, 1 s doubling to 30 s with full jitter. */
  public static RetryPolicy defaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Retries after the first attempt, at most. {@link Integer#MAX_VALUE} means for ever. */
  public int maxRetries() {
    return maxRetries;
  }

  /** The first backoff. */
  public Duration baseDelay() {
    return baseDelay;
  }

  /** The longest backoff, and the longest hint that is waited for. */
  public Duration maxDelay() {
    return maxDelay;
  }

  /** How chance spreads the backoff. */
  public Jitter jitter() {
    return jitter;
  }

  /** The methods that may be sent again. */
  public RetryMethods methods() {
    return methods;
  }

  /** Whether 429 and 503 with a valid hint are retried for every method. */
  public boolean throttledAnyMethod() {
    return throttledAnyMethod;
  }

  /** Whether transport failures are retried. */
  public boolean retryFailures() {
    return retryFailures;
  }

  /** The statuses that are retried. */
  public Set<Integer> statuses() {
    return statuses;
  }

  /** The statuses that are retried together with a valid hint only. */
  public Set<Integer> statusesWithHint() {
    return statusesWithHint;
  }

  /** Whether the user's own predicate replaces the classification of responses. */
  public boolean hasShouldRetry() {
    return shouldRetry != null;
  }

  /** The longest time that all waits of one call can take together without a spread. */
  public Duration worstCaseWait() {
    try {
      return maxDelay.multipliedBy(maxRetries);
    } catch (ArithmeticException e) {
      return Duration.ofSeconds(Long.MAX_VALUE);
    }
  }

  @Nullable Predicate<ResponseHead> shouldRetry() {
    return shouldRetry;
  }

  @Nullable Spread spread() {
    return spread;
  }

  Backoff backoff() {
    return backoff;
  }

  /** Whether the method, or a key that the server can tell duplicates by, allows a repeat. */
  boolean allows(RequestHead request) {
    return methods.allows(request.method()) || !request.values("Idempotency-Key").isEmpty();
  }

  /** Whether a status named by the hint dialect counts: not when the statuses were listed. */
  boolean dialectStatuses() {
    return dialectStatuses;
  }

  static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** A builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The settings in one line, for {@code describe()}. */
  @Override
  public String toString() {
    return "maxRetries="
        + (maxRetries == Integer.MAX_VALUE ? "for ever" : maxRetries)
        + ", baseDelay="
        + Durations.text(baseDelay)
        + ", maxDelay="
        + Durations.text(maxDelay)
        + ", jitter="
        + jitter.name().toLowerCase(java.util.Locale.ROOT)
        + ", methods="
        + methods
        + (throttledAnyMethod ? " (and any method for 429 and 503 with a hint)" : "")
        + (shouldRetry != null
            ? ", statuses=by shouldRetry"
            : ", statuses="
                + new TreeSet<>(statuses)
                + ", with a hint "
                + new TreeSet<>(statusesWithHint))
        + ", failures="
        + (retryFailures ? "retried" : "not retried");
  }

  /** Collects settings and checks them all at {@link #build()}. Not safe for several threads. */
  public static final class Builder {

    private int maxRetries = 3;
    private Duration baseDelay = Duration.ofSeconds(1);
    private Duration maxDelay = Duration.ofSeconds(30);
    private Jitter jitter = Jitter.FULL;
    private RetryMethods methods = RetryMethods.safe();
    private boolean throttledAnyMethod;
    private boolean retryFailures = true;
    private @Nullable Set<Integer> statuses;
    private @Nullable Set<Integer> statusesWithHint;
    private @Nullable Predicate<ResponseHead> shouldRetry;
    private @Nullable Spread spread;

    private Builder() {}

    private Builder(RetryPolicy from) {
      maxRetries = from.maxRetries;
      baseDelay = from.baseDelay;
      maxDelay = from.maxDelay;
      jitter = from.jitter;
      methods = from.methods;
      throttledAnyMethod = from.throttledAnyMethod;
      retryFailures = from.retryFailures;
      statuses = from.dialectStatuses ? null : from.statuses;
      statusesWithHint = from.ownStatusesWithHint ? from.statusesWithHint : null;
      shouldRetry = from.shouldRetry;
      spread = from.spread;
    }

    /** Attempts after the first, at most; 3 by default. 0 sends once. */
    public Builder maxRetries(int maxRetries) {
      this.maxRetries = maxRetries;
      return this;
    }

    /** Retries without a limit in number; set a call timeout beside it. */
    public Builder retryForever() {
      return maxRetries(Integer.MAX_VALUE);
    }

    /** The first backoff, doubled for each further retry; 1 s by default. 0 is allowed. */
    public Builder baseDelay(Duration baseDelay) {
      this.baseDelay = Objects.requireNonNull(baseDelay, "baseDelay");
      return this;
    }

    /**
     * The longest wait; 30 s by default. The backoff stops growing here. A server that asks for
     * more is not retried: the response is returned, with its hint.
     */
    public Builder maxDelay(Duration maxDelay) {
      this.maxDelay = Objects.requireNonNull(maxDelay, "maxDelay");
      return this;
    }

    /** How chance spreads the backoff; {@link Jitter#FULL} by default. Never applied to hints. */
    public Builder jitter(Jitter jitter) {
      this.jitter = Objects.requireNonNull(jitter, "jitter");
      return this;
    }

    /** The methods that may be sent again; {@link RetryMethods#safe()} by default. */
    public Builder methods(RetryMethods methods) {
      this.methods = Objects.requireNonNull(methods, "methods");
      return this;
    }

    /**
     * Retries every method after 429 and 503 with a valid hint: such a server says that it turned
     * the request away. Off by default.
     */
    public Builder throttledAnyMethod(boolean on) {
      this.throttledAnyMethod = on;
      return this;
    }

    /** Whether transport failures are retried; on by default. */
    public Builder retryFailures(boolean on) {
      this.retryFailures = on;
      return this;
    }

    /**
     * Exactly the statuses to retry, in place of the defaults (408, 429, 500, 502, 503, 504, and
     * those that need a hint). An empty list retries none.
     */
    public Builder statuses(int... statuses) {
      this.statuses = setOf(statuses);
      return this;
    }

    /** Exactly the statuses to retry only with a valid hint; 403 and 529 by default. */
    public Builder statusesWithHint(int... statuses) {
      this.statusesWithHint = setOf(statuses);
      return this;
    }

    /**
     * Decides which responses to retry, in place of the statuses. Methods, bodies, limits and hints
     * still apply. Shared by all calls; when it throws, the response is returned.
     */
    public Builder shouldRetry(Predicate<ResponseHead> shouldRetry) {
      this.shouldRetry = Objects.requireNonNull(shouldRetry, "shouldRetry");
      return this;
    }

    /** Extra time on top of each hint; none by default. */
    public Builder hintSpread(Spread spread) {
      this.spread = Objects.requireNonNull(spread, "spread");
      return this;
    }

    /** Everything that is wrong with these settings; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      List<String> violations = new ArrayList<>();
      if (maxRetries < 0) {
        violations.add("maxRetries must not be negative: " + maxRetries);
      }
      if (baseDelay.isNegative()) {
        violations.add("baseDelay must not be negative: " + Durations.text(baseDelay));
      }
      if (maxDelay.isNegative()) {
        violations.add("maxDelay must not be negative: " + Durations.text(maxDelay));
      }
      if (baseDelay.compareTo(maxDelay) > 0) {
        violations.add(
            "baseDelay "
                + Durations.text(baseDelay)
                + " must not exceed maxDelay "
                + Durations.text(maxDelay));
      }
      return violations;
    }

    /**
     * The policy.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public RetryPolicy build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new RetryPolicy(this);
    }

    private static Set<Integer> setOf(int... statuses) {
      Set<Integer> set = new TreeSet<>();
      for (int status : statuses) {
        set.add(status);
      }
      return Set.copyOf(set);
    }
  }
}
