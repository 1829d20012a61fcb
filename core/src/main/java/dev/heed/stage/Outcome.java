package dev.heed.stage;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** How a call or an attempt ended: with a status, or with a failure. Immutable. */
public final class Outcome {

  private final int status;
  private final @Nullable Throwable failure;

  private Outcome(int status, @Nullable Throwable failure) {
    this.status = status;
    this.failure = failure;
  }

  /** Ended with a response. */
  public static Outcome response(int status) {
    return new Outcome(status, null);
  }

  /** Ended without a response. */
  public static Outcome failure(Throwable failure) {
    return new Outcome(0, failure);
  }

  /** The status of the response, if there was one. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The failure, if there was one. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** True for a response below 400. */
  public boolean isSuccess() {
    return status > 0 && status < 400;
  }

  @Override
  public String toString() {
    return failure == null ? Integer.toString(status) : failure.toString();
  }
}
