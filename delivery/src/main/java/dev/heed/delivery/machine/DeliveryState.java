package dev.heed.delivery.machine;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that the machine remembers between two answers. Immutable. Times are on the queue's clock,
 * which no change of the wall clock touches.
 */
public final class DeliveryState {

  private static final DeliveryState EMPTY =
      new DeliveryState(null, 0, null, Collections.emptySortedMap());

  private final @Nullable Instant pausedUntil;
  private final int pauses;
  private final @Nullable Instant episodeStart;
  private final SortedMap<Long, BatchRecord> batches;

  DeliveryState(
      @Nullable Instant pausedUntil,
      int pauses,
      @Nullable Instant episodeStart,
      SortedMap<Long, BatchRecord> batches) {
    this.pausedUntil = pausedUntil;
    this.pauses = pauses;
    this.episodeStart = episodeStart;
    this.batches = Collections.unmodifiableSortedMap(batches);
  }

  /** Nothing has happened yet. */
  public static DeliveryState empty() {
    return EMPTY;
  }

  /** Until when nothing is sent; empty when there is no pause. It may be past. */
  public Optional<Instant> pausedUntil() {
    return Optional.ofNullable(pausedUntil);
  }

  /** How many pauses there were in a row. */
  public int pauses() {
    return pauses;
  }

  /** Since when there are pauses without a success between them. */
  public Optional<Instant> episodeStart() {
    return Optional.ofNullable(episodeStart);
  }

  /** How often a batch was sent. */
  public int attempts(long batch) {
    return record(batch).attempts();
  }

  /** How many events of a batch are sent at once; 0 for all. */
  public int limit(long batch) {
    return record(batch).limit();
  }

  /** When a batch may be sent again, for its own part. */
  public Optional<Instant> next(long batch) {
    return Optional.ofNullable(record(batch).next());
  }

  /** How many batches wait by themselves, or were cut off. */
  public int records() {
    return batches.size();
  }

  BatchRecord record(long batch) {
    return batches.getOrDefault(batch, BatchRecord.NEW);
  }

  SortedMap<Long, BatchRecord> batches() {
    return batches;
  }

  DeliveryState paused(@Nullable Instant until, int pauses, @Nullable Instant episodeStart) {
    return new DeliveryState(until, pauses, episodeStart, batches);
  }

  DeliveryState with(long batch, UnaryOperator<BatchRecord> change) {
    SortedMap<Long, BatchRecord> changed = new TreeMap<>(batches);
    changed.put(batch, change.apply(record(batch)));
    return new DeliveryState(pausedUntil, pauses, episodeStart, changed);
  }

  /** The state without what is remembered of a batch. */
  public DeliveryState without(long batch) {
    if (!batches.containsKey(batch)) {
      return this;
    }
    SortedMap<Long, BatchRecord> changed = new TreeMap<>(batches);
    changed.remove(batch);
    return new DeliveryState(pausedUntil, pauses, episodeStart, changed);
  }

  /** The state without what is remembered of batches that are not there any more. */
  public DeliveryState retain(Collection<Long> existing) {
    SortedMap<Long, BatchRecord> changed = new TreeMap<>(batches);
    return changed.keySet().retainAll(existing)
        ? new DeliveryState(pausedUntil, pauses, episodeStart, changed)
        : this;
  }

  /** The state without any wait: somebody knows better that it is time. Attempts stay counted. */
  public DeliveryState resumed() {
    SortedMap<Long, BatchRecord> changed = new TreeMap<>();
    for (Map.Entry<Long, BatchRecord> entry : batches.entrySet()) {
      changed.put(entry.getKey(), entry.getValue().progressed());
    }
    return new DeliveryState(null, 0, null, changed);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeliveryState that
        && Objects.equals(pausedUntil, that.pausedUntil)
        && pauses == that.pauses
        && Objects.equals(episodeStart, that.episodeStart)
        && batches.equals(that.batches);
  }

  @Override
  public int hashCode() {
    return Objects.hash(pausedUntil, pauses, episodeStart, batches);
  }

  @Override
  public String toString() {
    return "paused until "
        + pausedUntil
        + ", "
        + pauses
        + " pauses since "
        + episodeStart
        + ", "
        + batches;
  }
}
