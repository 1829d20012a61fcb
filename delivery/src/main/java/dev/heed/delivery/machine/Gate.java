package dev.heed.delivery.machine;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a batch may be sent now. A batch is never given up here: only an answer does that.
 *
 * @param kind the answer
 * @param until when to ask again, where it may not
 */
public record Gate(Kind kind, @Nullable Instant until) {

  /** The answers. */
  public enum Kind {
    /** It may. */
    SEND,
    /** It may not, but others may. */
    HOLD_BATCH,
    /** None may: there is a pause. */
    HOLD_ALL
  }

  static final Gate OPEN = new Gate(Kind.SEND, null);

  static Gate holdBatch(Instant until) {
    return new Gate(Kind.HOLD_BATCH, Objects.requireNonNull(until));
  }

  static Gate holdAll(Instant until) {
    return new Gate(Kind.HOLD_ALL, Objects.requireNonNull(until));
  }

  /** When to ask again; empty when it may be sent now. */
  public Optional<Instant> askAgain() {
    return Optional.ofNullable(until);
  }
}
