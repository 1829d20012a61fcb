package dev.heed.guard;

/** How a permit ended. */
public enum Settlement {
  /** With a response below 400. */
  SUCCESS,
  /**
   * The server is in trouble: 5xx, 408, a failed connection, a body cut short, or a time limit that
   * was passed.
   */
  FAILURE,
  /**
   * Nothing was learned of the server: any other 4xx, 429 included, a cancel, a refusal by another
   * guard, a failure of the caller's own code, or an answer that a stage gave.
   */
  IGNORED
}
