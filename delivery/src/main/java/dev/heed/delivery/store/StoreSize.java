package dev.heed.delivery.store;

import org.jspecify.annotations.Nullable;

/** How much waits in a store: all events that are not settled, the open batch's too. Immutable. */
public final class StoreSize {

  private final long events;
  private final long bytes;
  private final int batches;

  private StoreSize(long events, long bytes, int batches) {
    this.events = events;
    this.bytes = bytes;
    this.batches = batches;
  }

  /**
   * A size.
   *
   * @param events how many events
   * @param bytes their bytes together, without what the store itself needs for each
   * @param batches how many batches, of which the open one counts if it has an event
   */
  public static StoreSize of(long events, long bytes, int batches) {
    return new StoreSize(events, bytes, batches);
  }

  /** How many events. */
  public long events() {
    return events;
  }

  /** The bytes of the events together, without what the store itself needs for each. */
  public long bytes() {
    return bytes;
  }

  /** How many batches; the open one counts if it has an event. */
  public int batches() {
    return batches;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoreSize that
        && events == that.events
        && bytes == that.bytes
        && batches == that.batches;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(events) + 31 * Long.hashCode(bytes) + batches;
  }

  @Override
  public String toString() {
    return events + " events, " + bytes + " bytes, " + batches + " batches";
  }
}
