package dev.heed.segment.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON: objects as maps in their order, arrays as lists, numbers as {@link BigDecimal}, so
 * that 5 stays 5. Of two members with one name the last counts.
 */
public final class JsonReader {

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * The value that the text holds, with nothing but blanks around it.
   *
   * @throws IllegalArgumentException that says what is wrong, and where
   */
  public static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.blanks();
    if (reader.at < text.length()) {
      throw reader.unexpected("after the end of the value");
    }
    return value;
  }

  /**
   * The members of the object that the text holds.
   *
   * @throws IllegalArgumentException as by {@link #read}, and where it holds something else
   */
  public static Map<String, @Nullable Object> readObject(String text) {
    Map<String, @Nullable Object> members = object(read(text));
    if (members == null) {
      throw new IllegalArgumentException("not an object");
    }
    return members;
  }

  /** The members of a value that was read; null where it is no object. */
  public static @Nullable Map<String, @Nullable Object> object(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> members)) {
      return null;
    }
    Map<String, @Nullable Object> typed = new LinkedHashMap<>();
    members.forEach((name, member) -> typed.put(String.valueOf(name), member));
    return typed;
  }

  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  private @Nullable Object value(int depth) {
    if (depth > JsonWriter.MAX_DEPTH) {
      throw new IllegalArgumentException("nested deeper than " + JsonWriter.MAX_DEPTH);
    }
    blanks();
    return switch (peek()) {
      case '{' -> members(depth + 1);
      case '[' -> elements(depth + 1);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> members(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    if (skip('}')) {
      return members;
    }
    do {
      blanks();
      if (peek() != '"') {
        throw unexpected("where the name of a member belongs");
      }
      String name = string();
      expect(':');
      members.put(name, value(depth));
    } while (skip(','));
    expect('}');
    return members;
  }

  private List<@Nullable Object> elements(int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    if (skip(']')) {
      return elements;
    }
    do {
      elements.add(value(depth));
    } while (skip(','));
    expect(']');
    return Collections.unmodifiableList(elements);
  }

  private @Nullable Object word(String word, @Nullable Object meaning) {
    if (!text.startsWith(word, at)) {
      throw unexpected("where a value belongs");
    }
    at += word.length();
    return meaning;
  }

  private BigDecimal number() {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw unexpected("where a value belongs");
    }
    try {
      BigDecimal value = new BigDecimal(number.group());
      at = number.end();
      return value;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a number beyond all bounds at character " + at, e);
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    at++;
    while (peek() != '"') {
      char c = text.charAt(at);
      if (c < ' ') {
        throw unexpected("in text, where it must be escaped");
      }
      at++;
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal();
      default -> {
        at--;
        throw unexpected("after a backslash");
      }
    };
  }

  private char hexadecimal() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw unexpected("where a hexadecimal digit belongs");
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  private void blanks() {
    while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean skip(char wanted) {
    blanks();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    if (!skip(wanted)) {
      throw unexpected("where " + wanted + " belongs");
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw new IllegalArgumentException("the text ends at character " + at + ", in a value");
    }
    return text.charAt(at);
  }

  private IllegalArgumentException unexpected(String where) {
    String what = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    return new IllegalArgumentException(what + " " + where + ", at character " + at);
  }
}
