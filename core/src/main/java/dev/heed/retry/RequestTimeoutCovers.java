package dev.heed.retry;

/** What the time limit that a caller sets on a request itself is taken to bound. */
public enum RequestTimeoutCovers {
  /** The whole call, with all attempts and waits: the default. */
  CALL,
  /** Each attempt: for generated clients, whose read timeout ends up on the request. */
  ATTEMPT
}
