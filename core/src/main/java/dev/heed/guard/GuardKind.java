package dev.heed.guard;

/** What a guard does. More kinds may come. */
public enum GuardKind {
  /** Limits how many run at the same time, or in a time. */
  LIMIT("limit"),
  /** Stops sending to a server that keeps failing. */
  BREAKER("breaker"),
  /** Limits retries and hedges to a part of the calls. */
  BUDGET("budget"),
  /** Pauses all calls to a server that asks for it. */
  COOLDOWN("cooldown"),
  /** Anything else. */
  OTHER("other");

  private final String text;

  GuardKind(String text) {
    this.text = text;
  }

  /** The name used in reports and logs, such as {@code breaker}. */
  @Override
  public String toString() {
    return text;
  }
}
