package dev.heed.settings;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Makes text of the bytes of a file, or tells what is wrong with them. */
final class SettingsText {

  /** A file with more is something else. */
  static final int MOST_BYTES = 1 << 20;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private SettingsText() {}

  static Optional<String> decode(byte[] bytes, Problems problems) {
    if (bytes.length > MOST_BYTES) {
      problems.add(Position.START, "the file has more than 1 MiB; is it the right one?");
      return Optional.empty();
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      problems.add(
          endOf(text.toString()), "a byte here is not UTF-8; save the file in the encoding UTF-8");
      return Optional.empty();
    }
    return check(text.toString(), problems);
  }

  /** The text without a mark at its start, if no character in it is one that YAML refuses. */
  static Optional<String> check(String given, Problems problems) {
    String text =
        !given.isEmpty() && given.charAt(0) == BYTE_ORDER_MARK ? given.substring(1) : given;
    if (text.length() > MOST_BYTES) {
      problems.add(Position.START, "the text has more than 1 MiB; is it the right one?");
      return Optional.empty();
    }
    int length;
    for (int i = 0; i < text.length(); i += length) {
      int c = text.codePointAt(i);
      length = Character.charCount(c);
      if (!isAllowed(c)) {
        problems.add(
            endOf(text.substring(0, i)),
            "the character U+%04X may not stand in a file; remove it".formatted(c));
        return Optional.empty();
      }
    }
    return Optional.of(text);
  }

  private static boolean isAllowed(int c) {
    if (c < ' ') {
      return c == '\t' || c == '\n' || c == '\r';
    }
    boolean control = c >= 0x7f && c < 0xa0 && c != 0x85;
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return !control && !surrogate && c != BYTE_ORDER_MARK && c != 0xfffe && c != 0xffff;
  }

  /** The place behind this beginning of a file. */
  private static Position endOf(String text) {
    int line = 1;
    int start = text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? 0 : 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean first = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (!first && (c == '\n' || c == '\r')) {
        line++;
        start = i + 1;
      }
    }
    return new Position(line, text.codePointCount(start, text.length()) + 1);
  }
}
