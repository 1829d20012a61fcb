package dev.heed.observe;

/** Why no further attempt was made although the call did not end well. */
public enum GaveUpBecause {
  /** The status or the failure is not one that a retry can cure. */
  NOT_RETRYABLE("not-retryable"),
  /** The method may not be repeated: nobody vouched for it. */
  METHOD("method"),
  /** The body cannot be sent, or received, a second time. */
  BODY("body"),
  /** All retries were used. */
  RETRIES_EXHAUSTED("retries-exhausted"),
  /** The server asks for a longer wait than the plan accepts. */
  HINT_TOO_LONG("hint-too-long"),
  /** The wait would pass the call's time limit, or the limit has passed. */
  DEADLINE("deadline"),
  /** The retry budget is empty. */
  BUDGET("budget"),
  /** A guard refused the call. */
  REFUSED("refused"),
  /** The caller cancelled the call. */
  CANCELLED("cancelled"),
  /** The calling thread was interrupted. */
  INTERRUPTED("interrupted"),
  /** The server's certificate was not accepted. */
  CERTIFICATE("certificate"),
  /** The server said not to try again. */
  VERDICT("verdict");

  private final String text;

  GaveUpBecause(String text) {
    this.text = text;
  }

  /** The name used in reports and logs, such as {@code hint-too-long}. */
  @Override
  public String toString() {
    return text;
  }
}
