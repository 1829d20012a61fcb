package dev.heed.delivery;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The sizes of a queue and its choices. How it retries is told by {@code HttpConfig}. Immutable;
 * sizes are in bytes of UTF-8.
 */
public final class DeliveryConfig {

  private final Builder from;

  private DeliveryConfig(Builder builder) {
    from = builder.copy();
  }

  /** The defaults. */
  public static DeliveryConfig defaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these settings. */
  public Builder toBuilder() {
    return from.copy();
  }

  /** How many events a batch has at most. */
  public int maxBatchEvents() {
    return from.maxBatchEvents;
  }

  /** How many bytes the events of a batch have at most, one more counted for each. */
  public int maxBatchBytes() {
    return from.maxBatchBytes;
  }

  /** How many bytes an event has at most. */
  public int maxEventBytes() {
    return from.maxEventBytes;
  }

  /** How long an event waits at most for its batch to become full. */
  public Duration flushInterval() {
    return from.flushInterval;
  }

  /** How many events wait in the queue at most. */
  public long maxEvents() {
    return from.maxEvents;
  }

  /** How many bytes the events in the queue have at most. */
  public long maxBytes() {
    return from.maxBytes;
  }

  /** How many batches wait in the queue at most. */
  public int maxBatches() {
    return from.maxBatches;
  }

  /** What happens to an event for which there is no room. */
  public WhenFull whenFull() {
    return from.whenFull;
  }

  /** The time limit for one upload. */
  public Duration uploadTimeout() {
    return from.uploadTimeout;
  }

  /** How many batches may wait by themselves at the same time. */
  public int maxBackingOff() {
    return from.maxBackingOff;
  }

  /** Whether a batch is given up after a number of retries. */
  public boolean limitRetries() {
    return from.limitRetries;
  }

  /** Whether a 429 without a hint delays its own batch only. */
  public boolean backOffOnBare429() {
    return from.backOffOnBare429;
  }

  /** Whether a 413 halves what is sent at once. */
  public boolean splitTooLarge() {
    return from.splitTooLarge;
  }

  @Override
  public String toString() {
    return "batches of "
        + maxBatchEvents()
        + " events, "
        + maxBatchBytes()
        + " bytes or "
        + Durations.text(flushInterval())
        + "; at most "
        + maxEvents()
        + " events, "
        + maxBytes()
        + " bytes, "
        + maxBatches()
        + " batches, then "
        + whenFull();
  }

  /** Collects settings and checks them all at {@link #build}. Not for several threads. */
  public static final class Builder {

    private int maxBatchEvents = 250;
    private int maxBatchBytes = 475_000;
    private int maxEventBytes = 256 << 10;
    private Duration flushInterval = Duration.ofSeconds(10);
    private long maxEvents = 1_000_000;
    private long maxBytes = 64L << 20;
    private int maxBatches = 100_000;
    private WhenFull whenFull = WhenFull.reject();
    private Duration uploadTimeout = Duration.ofSeconds(15);
    private int maxBackingOff = 8;
    private boolean limitRetries;
    private boolean backOffOnBare429;
    private boolean splitTooLarge = true;

    private Builder() {}

    private Builder copy() {
      Builder copy = new Builder();
      copy.maxBatchEvents = maxBatchEvents;
      copy.maxBatchBytes = maxBatchBytes;
      copy.maxEventBytes = maxEventBytes;
      copy.flushInterval = flushInterval;
      copy.maxEvents = maxEvents;
      copy.maxBytes = maxBytes;
      copy.maxBatches = maxBatches;
      copy.whenFull = whenFull;
      copy.uploadTimeout = uploadTimeout;
      copy.maxBackingOff = maxBackingOff;
      copy.limitRetries = limitRetries;
      copy.backOffOnBare429 = backOffOnBare429;
      copy.splitTooLarge = splitTooLarge;
      return copy;
    }

    /** How many events a batch has at most; 250 by default. A full batch is sent at once. */
    public Builder maxBatchEvents(int count) {
      maxBatchEvents = count;
      return this;
    }

    /**
     * How many bytes the events of a batch have together at most, and one byte more for each, which
     * separates it from the next; 475,000 by default. Checked before an event is added, so that no
     * body is larger, apart from what the format puts around the events.
     */
    public Builder maxBatchBytes(int bytes) {
      maxBatchBytes = bytes;
      return this;
    }

    /** How many bytes an event has at most; 256 KiB by default. Larger ones are rejected. */
    public Builder maxEventBytes(int bytes) {
      maxEventBytes = bytes;
      return this;
    }

    /**
     * How long an event waits at most for its batch to become full; 10 s by default. What is not
     * full then is sent as it is.
     */
    public Builder flushInterval(Duration interval) {
      flushInterval = Objects.requireNonNull(interval, "interval");
      return this;
    }

    /** How many events wait in the queue at most; 1,000,000 by default. */
    public Builder maxEvents(long count) {
      maxEvents = count;
      return this;
    }

    /**
     * How many bytes the events in the queue have at most; 64 MiB by default, which fits a store in
     * memory. A store on disk may have much more.
     */
    public Builder maxBytes(long bytes) {
      maxBytes = bytes;
      return this;
    }

    /** How many batches wait in the queue at most; 100,000 by default. */
    public Builder maxBatches(int count) {
      maxBatches = count;
      return this;
    }

    /** What happens to an event for which there is no room; {@link WhenFull#reject} by default. */
    public Builder whenFull(WhenFull policy) {
      whenFull = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /** The time limit for one upload, stages included; 15 s by default. */
    public Builder uploadTimeout(Duration limit) {
      uploadTimeout = Objects.requireNonNull(limit, "limit");
      return this;
    }

    /**
     * How many batches, the oldest ones, may wait by themselves at the same time; 8 by default.
     * While so many wait, no further batch is tried. It bounds how many requests a server gets that
     * refuses all of them.
     */
    public Builder maxBackingOff(int batches) {
      maxBackingOff = batches;
      return this;
    }

    /**
     * Whether the counts of {@code HttpConfig} give up batches; off by default, so that only time
     * does. A failure without an answer never counts.
     */
    public Builder limitRetries(boolean on) {
      limitRetries = on;
      return this;
    }

    /**
     * Whether a 429 that does not say when to come back delays its own batch, as a 503 does; off by
     * default, so that it pauses all uploads for the longest pause.
     */
    public Builder backOffOnBare429(boolean on) {
      backOffOnBare429 = on;
      return this;
    }

    /**
     * Whether half as many events are sent after a 413; on by default. A single event that is
     * answered so is refused.
     */
    public Builder splitTooLarge(boolean on) {
      splitTooLarge = on;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public DeliveryConfig build() {
      List<String> violations = new ArrayList<>();
      positive("maxBatchEvents", maxBatchEvents, violations);
      positive("maxEventBytes", maxEventBytes, violations);
      positive("maxEvents", maxEvents, violations);
      positive("maxBytes", maxBytes, violations);
      positive("maxBatches", maxBatches, violations);
      positive("maxBackingOff", maxBackingOff, violations);
      positive("flushInterval", flushInterval, violations);
      positive("uploadTimeout", uploadTimeout, violations);
      if (maxBatchBytes <= maxEventBytes) {
        violations.add(
            "maxBatchBytes must hold one event and a byte more: " + maxBatchBytes + " bytes");
      }
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new DeliveryConfig(this);
    }

    private static void positive(String what, long value, List<String> violations) {
      if (value <= 0) {
        violations.add(what + " must be positive: " + value);
      }
    }

    private static void positive(String what, Duration value, List<String> violations) {
      if (value.isNegative() || value.isZero()) {
        violations.add(what + " must be positive: " + Durations.text(value));
      }
    }
  }
}
