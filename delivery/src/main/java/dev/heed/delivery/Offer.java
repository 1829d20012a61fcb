package dev.heed.delivery;

import dev.heed.delivery.store.EventId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an event that was offered: accepted, and then delivered or reported as dropped; or
 * rejected, and then forgotten. Immutable.
 */
public final class Offer {

  private final @Nullable EventId id;
  private final @Nullable Rejection rejection;
  private final String message;

  private Offer(@Nullable EventId id, @Nullable Rejection rejection, String message) {
    this.id = id;
    this.rejection = rejection;
    this.message = message;
  }

  static Offer accepted(EventId id) {
    return new Offer(id, null, "accepted");
  }

  static Offer rejected(Rejection rejection, String message) {
    return new Offer(null, rejection, message);
  }

  /** Whether the queue has the event. */
  public boolean isAccepted() {
    return id != null;
  }

  /** Where the event stands, by which its outcome is told; empty when it was rejected. */
  public Optional<EventId> id() {
    return Optional.ofNullable(id);
  }

  /** Why it was rejected; empty when it was accepted. */
  public Optional<Rejection> rejection() {
    return Optional.ofNullable(rejection);
  }

  /** What happened, for people, with the setting that would change it. */
  public String message() {
    return message;
  }

  @Override
  public String toString() {
    return id == null ? "rejected: " + message : "accepted as " + id;
  }
}
