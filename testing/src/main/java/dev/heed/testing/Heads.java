package dev.heed.testing;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Names and values as they may stand in a head. */
final class Heads {

  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private Heads() {}

  /** A method or the name of a field: a token of RFC 9110, section 5.6.2. */
  static void checkName(String what, String name) {
    Objects.requireNonNull(name, what);
    boolean token = !name.isEmpty() && name.chars().allMatch(Heads::isTokenChar);
    if (!token) {
      throw new IllegalArgumentException("no " + what + " has this name: \"" + name + "\"");
    }
  }

  static boolean isTokenChar(int c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
  }

  /** The value of a field: what would end its line may not be in it. */
  static void checkValue(String name, String value) {
    Objects.requireNonNull(value, "value");
    if (value.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
      throw new IllegalArgumentException("a value of header " + name + " is one line");
    }
  }

  /** One field line. */
  record Line(String name, String value) {

    @Override
    public String toString() {
      return name + ": " + value;
    }
  }

  static HttpHeaders headers(List<Line> lines) {
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Line line : lines) {
      fields.computeIfAbsent(line.name(), name -> new ArrayList<>()).add(line.value());
    }
    return HttpHeaders.of(fields, (name, value) -> true);
  }
}
