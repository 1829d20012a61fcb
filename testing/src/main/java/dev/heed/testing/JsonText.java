package dev.heed.testing;

import java.util.Optional;

/** JSON as text. Not a parser: two texts are the same when their tokens are. */
final class JsonText {

  private JsonText() {}

  /** The text without blanks between tokens; empty for text that has none, or ends in a string. */
  static Optional<String> compact(String text) {
    StringBuilder compact = new StringBuilder(text.length());
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\' && i + 1 < text.length()) {
        compact.append(c).append(text.charAt(++i));
        continue;
      }
      if (c == '"') {
        quoted = !quoted;
      }
      if (quoted || " \t\r\n".indexOf(c) < 0) {
        compact.append(c);
      }
    }
    return quoted || compact.isEmpty() ? Optional.empty() : Optional.of(compact.toString());
  }
}
