package dev.heed.delivery;

/**
 * Why a queue did not accept an event.
 *
 * <p>More may be added later: a {@code switch} over them needs a {@code default}.
 */
public enum Rejection {

  /** It is larger than the queue takes. */
  TOO_LARGE,

  /** It cannot be sent: it is no JSON, say. */
  INVALID,

  /** The queue is full, and its policy is to reject, or there was no room in time. */
  FULL,

  /** The store could not keep it: the disk is full, say. */
  STORE_FAILED,

  /** The queue is closed. */
  CLOSED,

  /** The thread was interrupted while it waited for room. Its interrupt flag is still set. */
  INTERRUPTED
}
