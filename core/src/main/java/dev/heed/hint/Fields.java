package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads fields that are meant to have one value. */
final class Fields {

  private Fields() {}

  /** How to read a field that is meant to have one value. */
  @FunctionalInterface
  interface Reading {

    /** The hint of the field, or none when it is absent or cannot be read. */
    Hint read(String header, ValueFormat format, ResponseHead head, Instant now);
  }

  /** The one value of a field in the given format; no hint when absent, ambiguous or malformed. */
  static Hint strict(String header, ValueFormat format, ResponseHead head, Instant now) {
    String text = single(head, header);
    return text == null ? Hint.none() : format.read(header, text, head, now);
  }

  /**
   * The longest wait of all values of a field, for a provider that nobody knows: every line, and
   * every member of a line that is a list. A value too large to be held is the longest of all.
   */
  static Hint lenient(String header, ValueFormat format, ResponseHead head, Instant now) {
    Hint longest = Hint.none();
    for (String line : head.values(header)) {
      String text = trim(line);
      Hint whole = format.read(header, text, head, now);
      longest = longer(longest, whole);
      if (!whole.isPresent()) {
        longest = longer(longest, longestMember(header, text, format, head, now));
      }
    }
    return longest;
  }

  private static Hint longestMember(
      String header, String text, ValueFormat format, ResponseHead head, Instant now) {
    Hint longest = Hint.none();
    int start = 0;
    while (start < text.length()) {
      int end = endOfMember(text, start);
      Hint member = format.read(header, trim(text.substring(start, end)), head, now);
      if (!member.isPresent()) {
        // An HTTP date may have a comma of its own.
        int endOfDate = endOfMember(text, end + 1);
        member = format.read(header, trim(text.substring(start, endOfDate)), head, now);
        end = member.isPresent() ? endOfDate : end;
      }
      longest = longer(longest, member);
      start = end + 1;
    }
    return longest;
  }

  private static int endOfMember(String text, int start) {
    int comma = text.indexOf(',', start);
    return comma < 0 ? text.length() : comma;
  }

  /** The longer of two hints, where too long is longer than any wait; the first when equal. */
  static Hint longer(Hint first, Hint second) {
    int order = second.kind().compareTo(first.kind());
    int longer = order != 0 ? order : second.duration().compareTo(first.duration());
    return longer > 0 ? second : first;
  }

  /**
   * The one value of a field, without blanks around it. Lines with the same value count once; null
   * when the field is absent or its lines differ, because nobody can tell which one is meant.
   */
  static @Nullable String single(ResponseHead head, String header) {
    List<String> lines = head.values(header);
    if (lines.isEmpty()) {
      return null;
    }
    String first = trim(lines.get(0));
    return lines.size() == 1 || allEqual(lines, first) ? first : null;
  }

  private static boolean allEqual(List<String> lines, String first) {
    for (String line : lines) {
      if (!trim(line).equals(first)) {
        return false;
      }
    }
    return true;
  }

  /** Takes away blanks and tabs (RFC 9110, section 5.6.3), and no other kind of white space. */
  static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
