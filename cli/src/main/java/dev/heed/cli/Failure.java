package dev.heed.cli;

import java.util.List;

/**
 * Ends a command: the message is one line that says what is wrong and how to mend it; or such a
 * line for each place of a file, which begins with that place.
 */
final class Failure extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;
  private final boolean ofFile;

  Failure(int status, String message) {
    this(status, message, false);
  }

  private Failure(int status, String message, boolean ofFile) {
    super(message);
    this.status = status;
    this.ofFile = ofFile;
  }

  /** The command line, or what it names, cannot be used. */
  static Failure usage(String message) {
    return new Failure(Exit.USAGE, message);
  }

  /** A file is wrong in these places. */
  static Failure ofFile(List<String> lines) {
    return new Failure(Exit.USAGE, String.join("\n", lines), true);
  }

  int status() {
    return status;
  }

  /** Whether each line begins with a place in a file, which programs look for there. */
  boolean isOfFile() {
    return ofFile;
  }
}
