package dev.heed.retry;

import dev.heed.hint.Hint;
import dev.heed.observe.AskedWait;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import org.jspecify.annotations.Nullable;

/** What the machine tells a driver to do next. */
sealed interface Directive {

  /** Make an attempt. */
  record Send() implements Directive {}

  /** Let the re-authentication hook refresh the credentials, then make an attempt. */
  record Refresh(RetryDecision why) implements Directive {}

  /**
   * Wait, then ask again.
   *
   * @param until the instant on the monotonic clock before which nothing is sent
   * @param onResponse whether it follows a response, and not a failure
   */
  record Wait(
      long until,
      WaitedBecause because,
      boolean onResponse,
      @Nullable AskedWait asked,
      RetryDecision why)
      implements Directive {}

  /**
   * Wait because a guard wants it, then ask the guards again. Not counted as a retry.
   *
   * @param until the instant on the monotonic clock at which to ask again
   */
  record Hold(long until, RetryDecision why) implements Directive {}

  /** Hand over the response; {@code why} is null when it ended well. */
  record Deliver(@Nullable RetryDecision why, @Nullable AskedWait asked) implements Directive {}

  /**
   * This attempt is over; others of the same call run on, or have their turn now.
   *
   * @param why null when another attempt was quicker
   * @param onResponse whether it follows a response, and not a failure
   */
  record Drop(@Nullable RetryDecision why, boolean onResponse, @Nullable AskedWait asked)
      implements Directive {}

  /** Raise the failure. */
  record Fail(RetryDecision why) implements Directive {}

  /** The decision behind this directive, for events; null for the plain cases. */
  default @Nullable RetryDecision decision() {
    if (this instanceof Wait wait) {
      return wait.why;
    }
    if (this instanceof Deliver deliver) {
      return deliver.why;
    }
    if (this instanceof Fail fail) {
      return fail.why;
    }
    if (this instanceof Hold hold) {
      return hold.why;
    }
    if (this instanceof Drop drop) {
      return drop.why;
    }
    return this instanceof Refresh refresh ? refresh.why : null;
  }

  /** Whether a response was thrown away for it. */
  default boolean discards() {
    return this instanceof Refresh
        || (this instanceof Wait wait && wait.onResponse)
        || (this instanceof Drop drop && drop.onResponse);
  }

  /** The wait that the server asked for, for events. */
  default @Nullable AskedWait asked() {
    if (this instanceof Wait wait) {
      return wait.asked;
    }
    if (this instanceof Drop drop) {
      return drop.asked;
    }
    return this instanceof Deliver deliver ? deliver.asked : null;
  }

  static @Nullable AskedWait asked(Hint hint) {
    return hint.isPresent()
        ? new AskedWait(hint.header().orElse(null), hint.value().orElse(null), hint.duration())
        : null;
  }
}
