package dev.heed.retry;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one request asks of the engine, in place of the plan's settings. Immutable. Each option is
 * resolved on its own: the request's, else the plan's.
 */
public final class CallOptions {

  private static final CallOptions NONE = new CallOptions(new Builder());

  private final int maxRetries;
  private final @Nullable Duration callTimeout;
  private final @Nullable Duration requestTimeout;
  private final boolean idempotent;
  private final boolean sendOnce;
  private final boolean report;

  private CallOptions(Builder builder) {
    maxRetries = builder.maxRetries;
    callTimeout = builder.callTimeout;
    requestTimeout = builder.requestTimeout;
    idempotent = builder.idempotent;
    sendOnce = builder.sendOnce;
    report = builder.report;
  }

  /** A request that asks for nothing of its own. */
  public static CallOptions none() {
    return NONE;
  }

  /** A builder that starts from nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.maxRetries = maxRetries;
    builder.callTimeout = callTimeout;
    builder.requestTimeout = requestTimeout;
    builder.idempotent = idempotent;
    builder.sendOnce = sendOnce;
    builder.report = report;
    return builder;
  }

  int maxRetries(int otherwise) {
    return maxRetries < 0 ? otherwise : maxRetries;
  }

  @Nullable Duration callTimeout() {
    return callTimeout;
  }

  @Nullable Duration requestTimeout() {
    return requestTimeout;
  }

  boolean idempotent() {
    return idempotent;
  }

  boolean sendOnce() {
    return sendOnce;
  }

  boolean report() {
    return report;
  }

  /** Collects options. Not safe for use by several threads. */
  public static final class Builder {

    private int maxRetries = -1;
    private @Nullable Duration callTimeout;
    private @Nullable Duration requestTimeout;
    private boolean idempotent;
    private boolean sendOnce;
    private boolean report;

    private Builder() {}

    /**
     * Attempts after the first, at most, for this request.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder maxRetries(int maxRetries) {
      if (maxRetries < 0) {
        throw new IllegalArgumentException("maxRetries must not be negative: " + maxRetries);
      }
      this.maxRetries = maxRetries;
      return this;
    }

    /**
     * The time limit for this call, waits included.
     *
     * @throws IllegalArgumentException when not positive
     */
    public Builder callTimeout(Duration callTimeout) {
      this.callTimeout = positive(callTimeout, "callTimeout");
      return this;
    }

    /** The limit that the host's own request carries; set by adapters. */
    public Builder requestTimeout(Duration requestTimeout) {
      this.requestTimeout = positive(requestTimeout, "request timeout");
      return this;
    }

    /** Says that sending this request twice has the effect of sending it once. */
    public Builder idempotent(boolean idempotent) {
      this.idempotent = idempotent;
      return this;
    }

    /** Sends a one-shot body as it is, once: it is neither kept in memory nor refused. */
    public Builder sendOnce(boolean sendOnce) {
      this.sendOnce = sendOnce;
      return this;
    }

    /** Keeps a report of this call, also where the plan keeps none. */
    public Builder report(boolean report) {
      this.report = report;
      return this;
    }

    /** The options. */
    public CallOptions build() {
      return new CallOptions(this);
    }

    private static Duration positive(Duration duration, String name) {
      if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
        throw new IllegalArgumentException(name + " must be positive: " + Durations.text(duration));
      }
      return duration;
    }
  }
}
