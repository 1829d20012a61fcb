package dev.heed.retry;

import dev.heed.http.ResponseHead;
import dev.heed.transport.FailureKind;

/**
 * What decides: told what happened, it answers with what to do. One decides for a call that is
 * retried, one for each attempt of a call that is hedged.
 */
interface Machine {

  /** A response head has arrived. */
  Directive onResponse(ResponseHead head);

  /** The instant on the monotonic clock at which the head arrived that was decided on last. */
  long arrived();

  /**
   * An attempt has failed, before or after its head was let through.
   *
   * @param bodyLost whether a body had begun to reach a handler that cannot start again
   */
  Directive onFailure(FailureKind kind, boolean bodyLost);

  /** A guard has refused the next attempt, or the call. */
  Directive onRefused(Barred barred, String reason);

  /** A guard makes the next attempt, or the call, wait. Not a retry: what follows was decided. */
  Directive onGuardWait(Barred barred);

  /** A wait is over: the retry is counted now, when it is made. */
  Directive onWaited();

  /** The credentials were refreshed; the attempt that follows is not counted. */
  Directive onRefreshed();
}
