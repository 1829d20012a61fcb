package dev.heed.delivery.store;

import java.util.BitSet;
import java.util.List;

/** What a store could read of a closed batch. Immutable, as far as nobody changes the bytes. */
public final class StoredBatch {

  private final long id;
  private final List<StoredEvent> events;
  private final BitSet unreadable;

  private StoredBatch(long id, List<StoredEvent> events, BitSet unreadable) {
    this.id = id;
    this.events = List.copyOf(events);
    this.unreadable = (BitSet) unreadable.clone();
  }

  /**
   * A batch all of whose events can be read.
   *
   * @param id its number
   * @param events those that are not settled, in their order; copied
   */
  public static StoredBatch of(long id, List<StoredEvent> events) {
    return new StoredBatch(id, events, new BitSet());
  }

  /**
   * A batch of which some events can never be read again.
   *
   * @param id its number
   * @param events those that can be read and are not settled, in their order; copied
   * @param unreadable the places of those that are lost and not settled; copied. The queue reports
   *     them as dropped and settles them
   */
  public static StoredBatch damaged(long id, List<StoredEvent> events, BitSet unreadable) {
    return new StoredBatch(id, events, unreadable);
  }

  /** The number of the batch. */
  public long id() {
    return id;
  }

  /** The events that are not settled and can be read, in their order. Unmodifiable. */
  public List<StoredEvent> events() {
    return events;
  }

  /** The places of the events that are not settled and can never be read again. A copy. */
  public BitSet unreadable() {
    return (BitSet) unreadable.clone();
  }

  @Override
  public String toString() {
    int lost = unreadable.cardinality();
    return "batch "
        + id
        + " ("
        + events.size()
        + " events"
        + (lost == 0 ? "" : ", " + lost + " unreadable")
        + ")";
  }
}
