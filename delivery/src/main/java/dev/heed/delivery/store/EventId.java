package dev.heed.delivery.store;

import org.jspecify.annotations.Nullable;

/**
 * Where an event stands: the number of its batch and its place there. Unique among the events that
 * a store holds. Immutable.
 */
public final class EventId implements Comparable<EventId> {

  private final long batch;
  private final int place;

  private EventId(long batch, int place) {
    this.batch = batch;
    this.place = place;
  }

  /**
   * The id of an event.
   *
   * @param batch the id of its batch, zero or more
   * @param place where it stands there, from 0
   * @throws IllegalArgumentException if one is negative
   */
  public static EventId of(long batch, int place) {
    if (batch < 0 || place < 0) {
      throw new IllegalArgumentException("neither may be negative: batch " + batch + ", " + place);
    }
    return new EventId(batch, place);
  }

  /** The id of the batch. */
  public long batch() {
    return batch;
  }

  /** The place in the batch, from 0. */
  public int place() {
    return place;
  }

  /** In the order in which the events were accepted. */
  @Override
  public int compareTo(EventId other) {
    int byBatch = Long.compare(batch, other.batch);
    return byBatch == 0 ? Integer.compare(place, other.place) : byBatch;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EventId that && batch == that.batch && place == that.place;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(batch) + place;
  }

  /** As in {@code 17.3}: the fourth event of batch 17. */
  @Override
  public String toString() {
    return batch + "." + place;
  }
}
