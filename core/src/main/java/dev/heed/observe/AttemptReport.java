package dev.heed.observe;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One attempt of a call, and what was decided after it. Immutable. */
public final class AttemptReport {

  private final int number;
  private final long startedNanos;
  private final long durationNanos;
  private final boolean sent;
  private final int status;
  private final @Nullable Throwable failure;
  private final @Nullable AskedWait asked;
  private final @Nullable RetryDecision decision;
  private final @Nullable URI uri;
  private final boolean hedge;
  private final boolean won;
  private final boolean lost;

  private AttemptReport(Builder builder) {
    number = builder.number;
    startedNanos = builder.startedNanos;
    durationNanos = builder.durationNanos;
    sent = builder.sent;
    status = builder.status;
    failure = builder.failure;
    asked = builder.asked;
    decision = builder.decision;
    uri = builder.uri;
    hedge = builder.hedge;
    won = builder.won;
    lost = builder.lost;
  }

  /** A report of the attempt with this number, from 1. */
  public static Builder builder(int number) {
    return new Builder(number);
  }

  /** The number of the attempt, from 1. */
  public int number() {
    return number;
  }

  /** When the attempt started, counted from the start of the call. */
  public Duration started() {
    return Duration.ofNanos(startedNanos);
  }

  /** How long the attempt took. */
  public Duration duration() {
    return Duration.ofNanos(durationNanos);
  }

  /**
   * Whether the request was handed to the host's client. False where a stage gave the response, or
   * where a stage or a time limit ended the attempt before that.
   */
  public boolean sent() {
    return sent;
  }

  /** The status of the response, if a head arrived. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The failure, if there was one. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** The wait that the server asked for, if it was read. */
  public Optional<AskedWait> asked() {
    return Optional.ofNullable(asked);
  }

  /** What was decided after the attempt; empty when it ended well. */
  public Optional<RetryDecision> decision() {
    return Optional.ofNullable(decision);
  }

  /** Where the attempt went, if that is not where the caller's request says. */
  public Optional<URI> uri() {
    return Optional.ofNullable(uri);
  }

  /** Whether the attempt was a hedge: one more beside, or in place of, the first of its call. */
  public boolean hedge() {
    return hedge;
  }

  /** Whether the call was hedged and the response of this attempt was chosen to be returned. */
  public boolean won() {
    return won;
  }

  /** Whether the attempt was cancelled because another one of its call was quicker. */
  public boolean lost() {
    return lost;
  }

  /** The same, where a guard made the call wait longer after this attempt. Called by the engine. */
  public AttemptReport heldBy(RetryDecision wait) {
    return builder(number)
        .sent(sent)
        .uri(uri)
        .hedge(hedge)
        .won(won)
        .lost(lost)
        .times(startedNanos, durationNanos)
        .status(status)
        .failure(failure)
        .asked(asked)
        .decision(wait.after(decision))
        .build();
  }

  @Override
  public String toString() {
    return "#"
        + number
        + " "
        + (failure == null ? Integer.toString(status) : failure.getClass().getSimpleName())
        + (hedge ? ", hedge" : "")
        + (won ? ", won" : lost ? ", lost" : "")
        + (sent ? "" : ", not sent")
        + (decision == null ? "" : " (" + decision + ")");
  }

  /** Collects a report. Not safe for use by several threads. */
  public static final class Builder {

    private final int number;
    private long startedNanos;
    private long durationNanos;
    private boolean sent = true;
    private int status;
    private @Nullable Throwable failure;
    private @Nullable AskedWait asked;
    private @Nullable RetryDecision decision;
    private @Nullable URI uri;
    private boolean hedge;
    private boolean won;
    private boolean lost;

    private Builder(int number) {
      this.number = number;
    }

    /** When it started, counted from the start of the call, and how long it took; nanoseconds. */
    public Builder times(long startedNanos, long durationNanos) {
      this.startedNanos = startedNanos;
      this.durationNanos = durationNanos;
      return this;
    }

    /** Whether the request was handed to the host's client; true by default. */
    public Builder sent(boolean sent) {
      this.sent = sent;
      return this;
    }

    /** The status; 0 for none. */
    public Builder status(int status) {
      this.status = status;
      return this;
    }

    /** The failure; null for none. */
    public Builder failure(@Nullable Throwable failure) {
      this.failure = failure;
      return this;
    }

    /** The wait that the server asked for; null for none. */
    public Builder asked(@Nullable AskedWait asked) {
      this.asked = asked;
      return this;
    }

    /** What was decided; null when the attempt ended well. */
    public Builder decision(@Nullable RetryDecision decision) {
      this.decision = decision;
      return this;
    }

    /** Where it went; null for where the caller's request says. */
    public Builder uri(@Nullable URI uri) {
      this.uri = uri;
      return this;
    }

    /** Whether it was a hedge; false by default. */
    public Builder hedge(boolean hedge) {
      this.hedge = hedge;
      return this;
    }

    /** Whether it beat other attempts of its call; false by default. */
    public Builder won(boolean won) {
      this.won = won;
      return this;
    }

    /** Whether another attempt of its call was quicker; false by default. */
    public Builder lost(boolean lost) {
      this.lost = lost;
      return this;
    }

    /** The report. */
    public AttemptReport build() {
      return new AttemptReport(this);
    }
  }
}
