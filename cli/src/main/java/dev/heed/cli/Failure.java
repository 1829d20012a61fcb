package dev.heed.cli;

/** Ends a command: the message is one line that says what is wrong and how to mend it. */
final class Failure extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  Failure(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The command line, or what it names, cannot be used. */
  static Failure usage(String message) {
    return new Failure(Exit.USAGE, message);
  }

  int status() {
    return status;
  }
}
