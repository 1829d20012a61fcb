package dev.heed.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON (RFC 8259) in ASCII, so that it survives any encoding on the way. */
final class Json {

  private static final int FIRST_PRINTABLE = 0x20;
  private static final int LAST_PRINTABLE = 0x7e;

  private Json() {}

  /**
   * A value as text without line breaks.
   *
   * @param value null, text, a number, a boolean, a list, or a map with text as keys, in its order
   */
  static String text(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    if (value instanceof CharSequence text) {
      quote(text, out);
    } else if (value instanceof Map<?, ?> members) {
      String separator = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        quote(member.getKey().toString(), out.append(separator));
        write(member.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(members.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> elements) {
      String separator = "[";
      for (Object element : elements) {
        write(element, out.append(separator));
        separator = ",";
      }
      out.append(elements.isEmpty() ? "[]" : "]");
    } else {
      out.append(value);
    }
  }

  private static void quote(CharSequence text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
