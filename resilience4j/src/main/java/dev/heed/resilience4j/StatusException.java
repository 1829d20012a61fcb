package dev.heed.resilience4j;

import java.io.IOException;

/**
 * What a breaker of the user's own is told when the server answered, but with a status that counts
 * as a failure: 5xx or 408. Its predicates can tell it from a failed connection by this type. It is
 * never thrown, and has no stack trace.
 */
public final class StatusException extends IOException {

  private static final long serialVersionUID = 1;

  private final int status;

  StatusException(int status) {
    super("status " + status);
    this.status = status;
  }

  /** The status of the response. */
  public int status() {
    return status;
  }

  /** Does nothing: nobody has thrown it, and a breaker is told of many. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
