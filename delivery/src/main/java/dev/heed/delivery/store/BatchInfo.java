package dev.heed.delivery.store;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A closed batch, without its events: what a store tells of it. Immutable. */
public final class BatchInfo {

  private final long id;
  private final int events;
  private final long bytes;
  private final Instant oldest;

  private BatchInfo(long id, int events, long bytes, Instant oldest) {
    this.id = id;
    this.events = events;
    this.bytes = bytes;
    this.oldest = Objects.requireNonNull(oldest, "oldest");
  }

  /**
   * What a store tells of a batch.
   *
   * @param id its number
   * @param events how many events are not settled
   * @param bytes how many bytes those events have together
   * @param oldest when the first event of the batch was accepted
   */
  public static BatchInfo of(long id, int events, long bytes, Instant oldest) {
    return new BatchInfo(id, events, bytes, oldest);
  }

  /** The number of the batch. */
  public long id() {
    return id;
  }

  /** How many events are not settled; zero when none of them can be read. */
  public int events() {
    return events;
  }

  /** How many bytes the events that are not settled have together. */
  public long bytes() {
    return bytes;
  }

  /** When the first event of the batch was accepted, by the clock of then. */
  public Instant oldest() {
    return oldest;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BatchInfo that
        && id == that.id
        && events == that.events
        && bytes == that.bytes
        && oldest.equals(that.oldest);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public String toString() {
    return "batch " + id + " (" + events + " events, " + bytes + " bytes, since " + oldest + ")";
  }
}
