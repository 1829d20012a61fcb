package dev.heed.delivery.json;

import java.util.Locale;

/**
 * Walks over JSON text in UTF-8 and checks all of it (RFC 8259): grammar, encoding, and a bound on
 * how deep it is nested. Makes no objects, since every event that is offered comes through here.
 */
final class JsonScanner {

  /** Deeper than any event is meant to be, and shallow enough for every thread's stack. */
  static final int MAX_DEPTH = 500;

  private static final int END = -1;

  private final byte[] bytes;
  private final int end;
  private int at;

  JsonScanner(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  int at() {
    return at;
  }

  /** The text is one value, and blanks around it. */
  void document() throws MalformedJsonException {
    blanks();
    value(0);
    blanks();
    if (at < end) {
      throw unexpected("after the end of the value");
    }
  }

  void blanks() {
    while (at < end) {
      byte b = bytes[at];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return;
      }
      at++;
    }
  }

  /** Steps over this character if it is the next one. */
  boolean skip(char wanted) {
    if (at < end && bytes[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }

  /** The next byte, or {@link #END}. */
  int peek() {
    return at < end ? bytes[at] & 0xff : END;
  }

  void value(int depth) throws MalformedJsonException {
    switch (peek()) {
      case '{' -> object(depth + 1);
      case '[' -> array(depth + 1);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    }
  }

  private void object(int depth) throws MalformedJsonException {
    checkDepth(depth);
    at++;
    blanks();
    if (skip('}')) {
      return;
    }
    do {
      blanks();
      string();
      blanks();
      expect(':', "where a colon belongs");
      blanks();
      value(depth);
      blanks();
    } while (skip(','));
    expect('}', "where a comma or } belongs");
  }

  private void array(int depth) throws MalformedJsonException {
    checkDepth(depth);
    at++;
    blanks();
    if (skip(']')) {
      return;
    }
    do {
      blanks();
      value(depth);
      blanks();
    } while (skip(','));
    expect(']', "where a comma or ] belongs");
  }

  private void checkDepth(int depth) throws MalformedJsonException {
    if (depth > MAX_DEPTH) {
      throw new MalformedJsonException("nested deeper than " + MAX_DEPTH + " at byte " + at);
    }
  }

  private void expect(char wanted, String where) throws MalformedJsonException {
    if (!skip(wanted)) {
      throw unexpected(where);
    }
  }

  private void word(String word) throws MalformedJsonException {
    for (int i = 0; i < word.length(); i++) {
      expect(word.charAt(i), "in " + word);
    }
  }

  private void number() throws MalformedJsonException {
    skip('-');
    if (!skip('0')) {
      digits("where a value belongs");
    }
    if (skip('.')) {
      digits("in the fraction of a number");
    }
    if (skip('e') || skip('E')) {
      if (!skip('+')) {
        skip('-');
      }
      digits("in the exponent of a number");
    }
  }

  private void digits(String where) throws MalformedJsonException {
    int first = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    if (at == first) {
      throw unexpected(where);
    }
  }

  void string() throws MalformedJsonException {
    expect('"', "where a string belongs");
    while (at < end) {
      byte b = bytes[at];
      if (b == '"') {
        at++;
        return;
      }
      if (b == '\\') {
        escape();
      } else if (b < 0) {
        beyondAscii();
      } else if (b < ' ') {
        throw unexpected("in a string, where it must be escaped");
      } else {
        at++;
      }
    }
    throw unexpected("in a string");
  }

  private void escape() throws MalformedJsonException {
    at++;
    switch (peek()) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
      case 'u' -> {
        at++;
        for (int i = 0; i < 4; i++) {
          hexDigit();
        }
      }
      default -> throw unexpected("after a backslash");
    }
  }

  private void hexDigit() throws MalformedJsonException {
    if (Character.digit(peek(), 16) < 0) {
      throw unexpected("where a hexadecimal digit belongs");
    }
    at++;
  }

  /** One character of two to four bytes: no longer than needed, no surrogate, none too large. */
  private void beyondAscii() throws MalformedJsonException {
    int first = peek();
    int from = at++;
    if (first >= 0xc2 && first <= 0xdf) {
      following(0x80, 0xbf, from);
    } else if (first >= 0xe0 && first <= 0xef) {
      following(first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf, from);
      following(0x80, 0xbf, from);
    } else if (first >= 0xf0 && first <= 0xf4) {
      following(first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf, from);
      following(0x80, 0xbf, from);
      following(0x80, 0xbf, from);
    } else {
      throw notUtf8(from);
    }
  }

  private void following(int least, int most, int from) throws MalformedJsonException {
    int next = peek();
    if (next < least || next > most) {
      throw notUtf8(from);
    }
    at++;
  }

  private static MalformedJsonException notUtf8(int from) {
    return new MalformedJsonException("not UTF-8 at byte " + from);
  }

  private MalformedJsonException unexpected(String where) {
    int next = peek();
    String what =
        next == END
            ? "the end"
            : next > ' ' && next < 0x7f
                ? "'" + (char) next + "'"
                : String.format(Locale.ROOT, "0x%02x", next);
    return new MalformedJsonException(what + " " + where + ", at byte " + at);
  }
}
