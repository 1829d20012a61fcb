package dev.heed.http;

/** Whether the body of a request can be sent a second time. */
public enum Replayability {
  /** There is no body, or one that yields the same bytes each time it is sent. */
  REPLAYABLE,
  /** The caller supplies a new body for each attempt. */
  SUPPLIED,
  /** The body can be read once; it may be sent again only after it was kept in memory. */
  ONE_SHOT
}
