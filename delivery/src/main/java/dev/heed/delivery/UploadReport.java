package dev.heed.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** How one upload ended, and what follows. Immutable. */
public final class UploadReport {

  private final long batch;
  private final int attempt;
  private final int events;
  private final int status;
  private final Duration took;
  private final String verdict;
  private final @Nullable Instant again;
  private final @Nullable Throwable failure;

  private UploadReport(Draft draft) {
    batch = draft.batch;
    attempt = draft.attempt;
    events = draft.events;
    status = draft.status;
    took = draft.took;
    verdict = draft.verdict;
    again = draft.again;
    failure = draft.failure;
  }

  /** The number of the batch. */
  public long batch() {
    return batch;
  }

  /** Which attempt of the batch it was, from 1. */
  public int attempt() {
    return attempt;
  }

  /** How many events were sent. */
  public int events() {
    return events;
  }

  /** The status; empty when there was no answer. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** What the transfer failed with; empty when it did not. There may be a status all the same. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** From sending to the head of the answer, or to the failure. */
  public Duration took() {
    return took;
  }

  /** What follows and why, for people. */
  public String verdict() {
    return verdict;
  }

  /** When events of it are sent again at the earliest, by the wall clock; empty when none are. */
  public Optional<Instant> again() {
    return Optional.ofNullable(again);
  }

  /** In one line. Of a failure it has the type only: the message may name the address. */
  @Override
  public String toString() {
    return "batch "
        + batch
        + ", attempt "
        + attempt
        + " ("
        + events
        + " events): "
        + verdict
        + (failure == null ? "" : " after " + failure.getClass().getSimpleName())
        + (again == null ? "" : ", again at " + again);
  }

  /** Collects the parts of a report. */
  static final class Draft {

    private final long batch;
    private final int attempt;
    private final int events;
    private int status;
    private Duration took = Duration.ZERO;
    private String verdict = "";
    private @Nullable Instant again;
    private @Nullable Throwable failure;

    Draft(long batch, int attempt, int events) {
      this.batch = batch;
      this.attempt = attempt;
      this.events = events;
    }

    Draft answered(int status, Duration took) {
      this.status = status;
      this.took = took;
      return this;
    }

    Draft failed(@Nullable Throwable failure) {
      this.failure = failure;
      return this;
    }

    UploadReport with(String verdict, @Nullable Instant again) {
      this.verdict = verdict;
      this.again = again;
      return new UploadReport(this);
    }
  }
}
