package dev.heed.cli;

import dev.heed.text.Words;

/** Text for a person. */
final class Text {

  private Text() {}

  /** Text that came from elsewhere, made fit for one line on a terminal. */
  static String shown(String text) {
    return Words.shown(text);
  }

  /** {@code 1 send}, {@code 2 sends}. */
  static String count(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }
}
