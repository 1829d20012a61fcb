package dev.heed.delivery.upload;

import dev.heed.delivery.store.StoredEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What is sent at once: the events of a batch that are not settled, or the first of them where not
 * all may be sent together. Immutable, as far as nobody changes the bytes.
 */
public final class UploadBatch {

  private final long id;
  private final List<StoredEvent> events;
  private final int attempt;
  private final Instant sentAt;

  private UploadBatch(long id, List<StoredEvent> events, int attempt, Instant sentAt) {
    this.id = id;
    this.events = List.copyOf(events);
    this.attempt = attempt;
    this.sentAt = Objects.requireNonNull(sentAt, "sentAt");
  }

  /**
   * A batch to send.
   *
   * @param id the number of the batch
   * @param events what to send, in order; copied
   * @param attempt which attempt this is, from 1
   * @param sentAt the wall clock now
   */
  public static UploadBatch of(long id, List<StoredEvent> events, int attempt, Instant sentAt) {
    return new UploadBatch(id, events, attempt, sentAt);
  }

  /** The number of the batch: the same for each attempt, also after a restart. */
  public long id() {
    return id;
  }

  /** The events, in order, at least one. Unmodifiable. */
  public List<StoredEvent> events() {
    return events;
  }

  /** Which attempt of this batch this is, from 1, counted over restarts. */
  public int attempt() {
    return attempt;
  }

  /** How many attempts there were before this one: 0 on the first. */
  public int retries() {
    return attempt - 1;
  }

  /** The wall clock of this attempt. */
  public Instant sentAt() {
    return sentAt;
  }

  @Override
  public String toString() {
    return "batch " + id + ", attempt " + attempt + " (" + events.size() + " events)";
  }
}
