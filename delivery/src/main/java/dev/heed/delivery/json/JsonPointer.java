package dev.heed.delivery.json;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Pointers into JSON (RFC 6901). */
public final class JsonPointer {

  /** More digits than any array has elements. */
  private static final int MAX_DIGITS = 9;

  private JsonPointer() {}

  /**
   * Checks the form of a pointer.
   *
   * @return the pointer
   * @throws IllegalArgumentException if it has none
   */
  public static String check(String pointer) {
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      throw new IllegalArgumentException(
          "a JSON pointer is empty or starts with a slash, as in /items: " + pointer);
    }
    if (pointer.matches(".*~([^01].*|$)")) {
      throw new IllegalArgumentException(
          "in a JSON pointer ~ stands before 0 or 1 only, as in ~0 for a tilde: " + pointer);
    }
    return pointer;
  }

  static List<String> steps(String pointer) {
    List<String> steps = new ArrayList<>();
    int from = 0;
    while (from < pointer.length()) {
      int slash = pointer.indexOf('/', from + 1);
      int to = slash < 0 ? pointer.length() : slash;
      steps.add(pointer.substring(from + 1, to).replace("~1", "/").replace("~0", "~"));
      from = to;
    }
    return steps;
  }

  /** The number of an element: digits without a leading zero. */
  static OptionalInt index(String step) {
    boolean valid = step.matches("0|[1-9][0-9]*") && step.length() <= MAX_DIGITS;
    return valid ? OptionalInt.of(Integer.parseInt(step)) : OptionalInt.empty();
  }
}
