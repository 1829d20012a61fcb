package dev.heed.verify.crash;

/** Where a process is stopped and killed. */
enum Point {
  NEW_BATCH("when the file of a new batch is there, and empty", 20),
  BEFORE_APPEND("before an event is written", 400),
  TORN_APPEND("when the first half of an event is written", 400),
  AFTER_APPEND("when an event is written, and before it is said to be accepted", 400),
  BEFORE_CLOSE("before a batch is closed", 20),
  AFTER_CLOSE("when a batch is closed, and before anybody knows", 20),
  BEFORE_SETTLE("when a batch is delivered, and before the store knows", 20),
  AFTER_SETTLE("when the store has let go of a batch, and before the state knows", 20),
  TORN_STATE("when the first half of a state is written", 20),
  STATE_SAVED("when a state is written, and before anything follows from it", 20),
  IN_RECOVERY("while a directory is put in order that another kill has left", 3);

  private final String text;
  private final int most;

  Point(String text, int most) {
    this.text = text;
    this.most = most;
  }

  /** Where it is, as in "killed ...". */
  String text() {
    return text;
  }

  /** At the how manieth time at most a process is stopped: each is there so often. */
  int most() {
    return most;
  }

  /** Whether it is reached while a store is opened that was left in disorder. */
  boolean inRecovery() {
    return this == IN_RECOVERY;
  }
}
