package dev.heed.cli;

/** The exit statuses, the same as curl's where curl has one. */
final class Exit {

  static final int OK = 0;
  static final int OTHER = 1;
  static final int USAGE = 2;

  /** Of a delivery: events are still waiting. */
  static final int PENDING = 3;

  /** Of a delivery: events were given up. */
  static final int DROPPED = 4;

  static final int NOT_CONNECTED = 7;
  static final int ERROR_STATUS = 22;
  static final int TIMED_OUT = 28;
  static final int INTERRUPTED = 130;

  private Exit() {}
}
