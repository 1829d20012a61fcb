package dev.heed.transport;

import java.io.IOException;

/** A one-shot body that a call may have to send again is larger than what may be kept in memory. */
public final class BodyTooLargeException extends IOException {

  private static final long serialVersionUID = 1;

  /** What a caller can do about it, to end the message with. */
  public static final String WAYS_OUT =
      "supply the body afresh for each attempt, send it once (sendOnce), or make the request not"
          + " eligible for retries (maxRetries 0)";

  /** With a message that names the limit and the ways out. */
  public BodyTooLargeException(String message) {
    super(message);
  }
}
