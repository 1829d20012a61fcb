package dev.heed.observe;

/** Who asked for a wait. */
public enum WaitedBecause {
  /** The server, in a header. */
  HINT("hint"),
  /** The plan's own backoff. */
  BACKOFF("backoff"),
  /** A hint to another call to the same partition. */
  COOLDOWN("cooldown"),
  /** A limiter. */
  LIMIT("limit");

  private final String text;

  WaitedBecause(String text) {
    this.text = text;
  }

  /** The name used in reports and logs, such as {@code backoff}. */
  @Override
  public String toString() {
    return text;
  }
}
