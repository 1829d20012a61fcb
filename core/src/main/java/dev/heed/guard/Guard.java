package dev.heed.guard;

/**
 * Decides for one partition whether a call (in the call ring) or an attempt (in the attempt ring)
 * may go ahead: a {@link Permit}, a {@link GuardWait}, or a {@link Refusal}.
 *
 * <p>A guard never waits, never queues and never throws. It is asked on the thread that makes the
 * progress, holds no lock while it calls somebody else, and is safe for use by several threads. An
 * exception out of a guard is logged, and the call goes ahead as if there were no guard.
 */
public interface Guard {

  /** The kind of guard that this is one of. */
  GuardFamily family();

  /**
   * Whether the asker may go ahead.
   *
   * <p>Whoever gets a permit settles it exactly once, however the call or the attempt ends. Whoever
   * gets a wait asks again exactly once, or leaves exactly once.
   */
  Admission admit(Asker asker);

  /**
   * Told, at the moment a response head has arrived, that the server asks to stay away. Does
   * nothing by default. Told to the guards of the attempt ring.
   *
   * @param until the instant on the monotonic clock before which the server wants no request
   */
  default void hinted(long until) {}

  /**
   * Whether forgetting this guard would change nothing for the next call: nothing is admitted, no
   * one waits, and nothing is remembered that a new guard would not know. False by default, which
   * keeps the guard.
   */
  default boolean isIdle() {
    return false;
  }

  /** The state in a few words, for listings: {@code 3 of 1000}, {@code open}. */
  String state();
}
