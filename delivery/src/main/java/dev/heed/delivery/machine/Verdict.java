package dev.heed.delivery.machine;

import dev.heed.delivery.policy.DropReason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the events that were sent: settled, or sent again. One value says both, so that
 * no batch is removed that is also scheduled. Immutable.
 */
public final class Verdict {

  /** What becomes of them. */
  public enum Kind {
    /** Settled: the server has them. */
    DONE,
    /** Settled: given up. */
    DROP,
    /** Sent again after a pause of everything. */
    PAUSE,
    /** Sent again after a wait of this batch. */
    BACK_OFF,
    /** Sent again after a wait of this batch that is not counted. */
    KEEP,
    /** Sent again at once, fewer of them. */
    SPLIT
  }

  private static final Verdict DONE = new Verdict(Kind.DONE, null, null, "accepted");

  private final Kind kind;
  private final @Nullable DropReason reason;
  private final @Nullable Instant again;
  private final String why;

  private Verdict(Kind kind, @Nullable DropReason reason, @Nullable Instant again, String why) {
    this.kind = kind;
    this.reason = reason;
    this.again = again;
    this.why = why;
  }

  static Verdict done() {
    return DONE;
  }

  static Verdict drop(DropReason reason, String why) {
    return new Verdict(Kind.DROP, reason, null, why);
  }

  static Verdict again(Kind kind, Instant when, String why) {
    return new Verdict(kind, null, when, why);
  }

  /** What becomes of them. */
  public Kind kind() {
    return kind;
  }

  /** Whether they leave the queue. If not, {@link #again} says when they are sent again. */
  public boolean settles() {
    return again == null;
  }

  /** When they are sent again at the earliest; empty exactly when they are settled. */
  public Optional<Instant> again() {
    return Optional.ofNullable(again);
  }

  /** Why they were given up; empty unless they were. */
  public Optional<DropReason> reason() {
    return Optional.ofNullable(reason);
  }

  /** What led to it, for people; it names the setting that would change it. */
  public String why() {
    return why;
  }

  @Override
  public String toString() {
    return kind
        + (reason == null ? "" : " " + reason)
        + (again == null ? "" : " " + again)
        + ": "
        + why;
  }
}
