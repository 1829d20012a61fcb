package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.EventId;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What became of an accepted event: delivered, or dropped with a reason. Told once for each event.
 * Immutable, as far as nobody changes the bytes.
 */
public final class EventOutcome {

  private final EventId id;
  private final byte @Nullable [] bytes;
  private final @Nullable DropReason reason;
  private final int status;
  private final String why;

  private EventOutcome(
      EventId id, byte @Nullable [] bytes, @Nullable DropReason reason, int status, String why) {
    this.id = id;
    this.bytes = bytes;
    this.reason = reason;
    this.status = status;
    this.why = why;
  }

  static EventOutcome delivered(EventId id, byte[] bytes, int status) {
    return new EventOutcome(id, bytes, null, status, "accepted");
  }

  static EventOutcome dropped(
      EventId id, byte @Nullable [] bytes, DropReason reason, int status, String why) {
    return new EventOutcome(id, bytes, reason, status, why);
  }

  /** Where it stood: as in the answer to its offer. */
  public EventId id() {
    return id;
  }

  /** Its bytes, to be read only; empty when they cannot be read any more. */
  public Optional<byte[]> bytes() {
    return Optional.ofNullable(bytes);
  }

  int size() {
    return bytes == null ? 0 : bytes.length;
  }

  /** Whether the server has it. If not, {@link #reason} says why. */
  public boolean isDelivered() {
    return reason == null;
  }

  /** Why it was dropped; empty when it was delivered. */
  public Optional<DropReason> reason() {
    return Optional.ofNullable(reason);
  }

  /** The status that decided, of the event itself or of its batch; empty when none did. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** What led to it, for people, with the setting that would change it. */
  public String why() {
    return why;
  }

  /** The id and what became of it; never the content. */
  @Override
  public String toString() {
    return "event " + id + (reason == null ? " delivered" : " dropped, " + reason) + ": " + why;
  }
}
