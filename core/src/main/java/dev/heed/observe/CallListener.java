package dev.heed.observe;

/**
 * Learns what happens to the calls of a plan. All methods do nothing by default.
 *
 * <p>One listener serves all calls at the same time and must be safe for use by several threads. It
 * runs on the thread that makes the progress and should be quick. An exception is logged and
 * changes nothing.
 */
public interface CallListener {

  /** A call has begun; the stages of the call ring have not run yet. */
  default void callStarted(CallInfo call) {}

  /**
   * An attempt begins; the stages of the attempt ring have not run yet.
   *
   * @param number from 1
   */
  default void attemptStarted(CallInfo call, int number) {}

  /** An attempt has ended, and what follows is decided. */
  default void attemptEnded(CallInfo call, AttemptReport attempt) {}

  /**
   * After an attempt that did not end well: whether another follows, and why. Called for yes and
   * no.
   */
  default void retryDecided(CallInfo call, AttemptReport attempt, RetryDecision decision) {}

  /** A wait begins. */
  default void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {}

  /**
   * A hedge starts beside what runs, or the budget does not allow it. {@link #attemptStarted}
   * follows when guards have let it go ahead.
   *
   * @param number of the attempt that the hedge is, or would have been
   */
  default void hedgeDecided(CallInfo call, int number, RetryDecision decision) {}

  /** A guard makes the call wait, before its first attempt or a later one. */
  default void guardWaitStarted(CallInfo call, GuardEvent event) {}

  /**
   * A guard has refused the call or one of its attempts, which ends the call; of a call that is
   * hedged, only when no other attempt runs or may start.
   */
  default void guardRefused(CallInfo call, GuardEvent event) {}

  /** A guard of the plan has changed its state. Belongs to no call, and comes on any thread. */
  default void stateChanged(StateChange change) {}

  /** The call has ended; the stages of the call ring have been told. */
  default void callEnded(CallInfo call, CallReport report) {}
}
