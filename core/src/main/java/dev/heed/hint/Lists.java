package dev.heed.hint;

import java.util.ArrayList;
import java.util.List;

/** Takes apart field values that are lists (RFC 9110, section 5.6.1; RFC 9651, section 3.1). */
final class Lists {

  private Lists() {}

  /** The parts between separators, without blanks around them; empty parts stay. */
  static List<String> split(String text, char separator) {
    return parts(text, separator, false);
  }

  /**
   * As {@link #split}, but a separator inside a quoted string does not count. A string that is
   * never closed reaches to the end.
   */
  static List<String> splitQuoted(String text, char separator) {
    return parts(text, separator, true);
  }

  private static List<String> parts(String text, char separator, boolean quotes) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (quotes && c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(Fields.trim(text.substring(start, i)));
        start = i + 1;
      }
    }
    parts.add(Fields.trim(text.substring(start)));
    return parts;
  }
}
