package dev.heed.delivery.policy;

/**
 * What becomes of a batch that a server answers with a certain status.
 *
 * <p>More may be added later: a {@code switch} over them needs a {@code default}.
 */
public enum Behavior {

  /** Sent again, within the limits in number and time. */
  RETRY,

  /** Given up and reported once. */
  DROP,

  /**
   * Sent again however often it takes: neither a number nor a time ends it. For refusals that
   * somebody will put right, such as a 403 from a key that has expired.
   */
  KEEP
}
