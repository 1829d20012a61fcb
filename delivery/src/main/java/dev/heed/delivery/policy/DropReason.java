package dev.heed.delivery.policy;

/**
 * Why an accepted event was given up.
 *
 * <p>More may be added later: a {@code switch} over them needs a {@code default}.
 */
public enum DropReason {

  /** The server refused it for good: its status, or the result for this event, says so. */
  REFUSED,

  /** The server said "not now", but the retries that would follow are switched off. */
  RETRIES_OFF,

  /** It was retried as often as allowed. */
  RETRIES_EXHAUSTED,

  /** It was retried as long as allowed, or the next wait would have been longer. */
  TIME_EXHAUSTED,

  /** The queue was full, and its policy is to drop the oldest. */
  QUEUE_FULL,

  /** It cannot be read any more: the store is damaged. */
  UNREADABLE,

  /** The queue was closed, and its store keeps nothing. */
  CLOSED
}
