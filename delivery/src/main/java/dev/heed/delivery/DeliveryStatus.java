package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.StoreSize;
import dev.heed.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A queue at one moment. Counters run since it was opened. {@code accepted() + resumed() =
 * delivered() + dropped() + pending()}, up to what changes while one looks. Immutable.
 */
public final class DeliveryStatus {

  private final Counters.Snapshot counters;
  private final StoreSize size;
  private final Duration oldestAge;
  private final @Nullable Instant pausedUntil;
  private final boolean paused;

  DeliveryStatus(
      Counters.Snapshot counters,
      StoreSize size,
      Duration oldestAge,
      @Nullable Instant pausedUntil,
      boolean paused) {
    this.counters = counters;
    this.size = size;
    this.oldestAge = oldestAge;
    this.pausedUntil = pausedUntil;
    this.paused = paused;
  }

  /** How many events wait. */
  public long pending() {
    return size.events();
  }

  /** How many bytes the events that wait have together. */
  public long pendingBytes() {
    return size.bytes();
  }

  /** In how many batches they are, the one that is being filled included. */
  public int pendingBatches() {
    return size.batches();
  }

  /** How long the oldest batch has waited, by the wall clock; zero when none waits. */
  public Duration oldestAge() {
    return oldestAge;
  }

  /** Until when the server wants no uploads, by the wall clock; empty when it has not said so. */
  public Optional<Instant> pausedUntil() {
    return Optional.ofNullable(pausedUntil);
  }

  /** Whether {@code pause()} has stopped the uploads. */
  public boolean isPaused() {
    return paused;
  }

  /** How many events were accepted. */
  public long accepted() {
    return counters.accepted();
  }

  /** How many events were found in the store when the queue was opened. */
  public long resumed() {
    return counters.resumed();
  }

  /** How many events the server has taken. */
  public long delivered() {
    return counters.delivered();
  }

  /** How many accepted events were given up, for all reasons. */
  public long dropped() {
    return counters.droppedFor().values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many accepted events were given up for each reason that occurred. Unmodifiable. */
  public Map<DropReason, Long> droppedFor() {
    return counters.droppedFor();
  }

  /** How many events were not accepted, for each reason that occurred. Unmodifiable. */
  public Map<Rejection, Long> rejectedFor() {
    return counters.rejectedFor();
  }

  /** How many uploads were begun. */
  public long uploads() {
    return counters.uploads();
  }

  /** How many answers have paused all uploads. */
  public long pauses() {
    return counters.pauses();
  }

  @Override
  public String toString() {
    return size
        + " pending"
        + (oldestAge.isZero() ? "" : " for " + Durations.text(oldestAge))
        + (pausedUntil == null ? "" : ", paused until " + pausedUntil)
        + (paused ? ", paused by the user" : "")
        + "; "
        + counters;
  }
}
