package dev.heed.retry;

/** How chance spreads the plan's own backoff. Never applied to a wait that a server asked for. */
public enum Jitter {
  /** Anywhere from nothing to the whole backoff. The default: it spreads clients the most. */
  FULL,
  /** Exactly the backoff. */
  NONE,
  /**
   * Each wait depends on the one before, with medians near base, 2 x base, 4 x base. Used by the
   * standard pipeline.
   */
  DECORRELATED
}
