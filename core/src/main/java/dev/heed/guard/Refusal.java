package dev.heed.guard;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** "No": the call fails with the reason. Immutable. */
public final class Refusal extends Admission {

  private final String reason;
  private final @Nullable Duration retryAfter;

  private Refusal(String reason, @Nullable Duration retryAfter) {
    this.reason = Objects.requireNonNull(reason, "reason");
    this.retryAfter = retryAfter;
  }

  /**
   * A refusal that does not know when it ends.
   *
   * @param reason in a sentence; where a setting would change the answer, it is named
   */
  public static Refusal because(String reason) {
    return new Refusal(reason, null);
  }

  /** The same, where the guard knows how long it will go on refusing. */
  public Refusal retryAfter(Duration remaining) {
    return new Refusal(reason, Objects.requireNonNull(remaining, "remaining"));
  }

  /** The reason in a sentence. */
  public String reason() {
    return reason;
  }

  /** How long the guard will go on refusing, where it is known. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  @Override
  public String toString() {
    return "refused: "
        + reason
        + (retryAfter == null ? "" : " (again in " + Durations.text(retryAfter) + ")");
  }
}
