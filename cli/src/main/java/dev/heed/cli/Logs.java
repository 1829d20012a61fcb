package dev.heed.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The loggers of the library, which would repeat what a command itself tells. */
final class Logs {

  /** Loggers are weakly held: without this field the level would be forgotten. */
  private static final Logger LIBRARY = Logger.getLogger("dev.heed");

  private Logs() {}

  static void off() {
    LIBRARY.setLevel(Level.OFF);
  }
}
