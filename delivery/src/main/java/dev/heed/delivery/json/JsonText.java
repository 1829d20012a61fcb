package dev.heed.delivery.json;

import java.util.Locale;

/** Strings as JSON writes them. */
public final class JsonText {

  private JsonText() {}

  /** The text in quotes. */
  public static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        // A lone surrogate has no UTF-8; a pair may be written so too.
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** The text without its escapes, which must be right. */
  static String unescaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escaped = text.charAt(at++);
      if (escaped == 'u') {
        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        out.append(plain(escaped));
      }
    }
    return out.toString();
  }

  private static char plain(char escaped) {
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escaped;
    };
  }
}
