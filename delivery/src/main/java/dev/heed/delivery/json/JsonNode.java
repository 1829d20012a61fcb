package dev.heed.delivery.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A value in JSON text: where it starts and ends. What is in it is read when it is asked for. All
 * of the text was checked before there was a node, so that reading cannot fail.
 */
public final class JsonNode {

  private final byte[] bytes;
  private final int start;
  private final int end;

  private JsonNode(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /**
   * Checks that the bytes are one JSON value with nothing but blanks around it.
   *
   * @throws MalformedJsonException that says what is wrong, and where
   */
  public static void check(byte[] bytes) throws MalformedJsonException {
    new JsonScanner(bytes, 0, bytes.length).document();
  }

  /**
   * The value that the bytes hold.
   *
   * @throws MalformedJsonException as by {@link #check}
   */
  public static JsonNode parse(byte[] bytes) throws MalformedJsonException {
    check(bytes);
    JsonScanner scanner = new JsonScanner(bytes, 0, bytes.length);
    scanner.blanks();
    return next(bytes, scanner);
  }

  private static JsonNode next(byte[] bytes, JsonScanner scanner) throws MalformedJsonException {
    int start = scanner.at();
    scanner.value(0);
    return new JsonNode(bytes, start, scanner.at());
  }

  /** Whether this is an object. */
  public boolean isObject() {
    return bytes[start] == '{';
  }

  /** Whether this is an array. */
  public boolean isArray() {
    return bytes[start] == '[';
  }

  /** The text of this value as it stands, without blanks around it. A copy. */
  public byte[] raw() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  /** The members of an object, in their order; of two with one name, the last. Else empty. */
  public Map<String, JsonNode> members() {
    if (!isObject()) {
      return Map.of();
    }
    Map<String, JsonNode> members = new LinkedHashMap<>();
    walk(
        '}',
        scanner -> {
          int at = scanner.at();
          scanner.string();
          String name = unquoted(at, scanner.at());
          scanner.blanks();
          scanner.skip(':');
          scanner.blanks();
          members.put(name, next(bytes, scanner));
        });
    return members;
  }

  /** The elements of an array; of anything else, none. */
  public List<JsonNode> elements() {
    if (!isArray()) {
      return List.of();
    }
    List<JsonNode> elements = new ArrayList<>();
    walk(']', scanner -> elements.add(next(bytes, scanner)));
    return elements;
  }

  private interface Step {
    void over(JsonScanner scanner) throws MalformedJsonException;
  }

  private void walk(char last, Step step) {
    JsonScanner scanner = new JsonScanner(bytes, start + 1, end);
    try {
      scanner.blanks();
      if (scanner.skip(last)) {
        return;
      }
      do {
        scanner.blanks();
        step.over(scanner);
        scanner.blanks();
      } while (scanner.skip(','));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("the text has changed since it was checked", e);
    }
  }

  /** The member of an object with this name. */
  public Optional<JsonNode> member(String name) {
    return Optional.ofNullable(members().get(name));
  }

  /**
   * The value at a JSON pointer (RFC 6901): {@code /items/0/status}; the empty pointer is this
   * value. Empty where there is none.
   */
  public Optional<JsonNode> at(String pointer) {
    JsonNode node = this;
    for (String step : JsonPointer.steps(pointer)) {
      Optional<JsonNode> next = node.isArray() ? node.element(step) : node.member(step);
      if (next.isEmpty()) {
        return next;
      }
      node = next.get();
    }
    return Optional.of(node);
  }

  private Optional<JsonNode> element(String step) {
    OptionalInt index = JsonPointer.index(step);
    List<JsonNode> elements = elements();
    return index.isPresent() && index.getAsInt() < elements.size()
        ? Optional.of(elements.get(index.getAsInt()))
        : Optional.empty();
  }

  /** The text of a string; empty for anything else. */
  public Optional<String> text() {
    return bytes[start] == '"' ? Optional.of(unquoted(start, end)) : Optional.empty();
  }

  /** The value of a boolean; empty for anything else. */
  public Optional<Boolean> bool() {
    return switch (bytes[start]) {
      case 't' -> Optional.of(true);
      case 'f' -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** The value of a number; empty for anything else, and for exponents that nothing can hold. */
  public Optional<BigDecimal> number() {
    if (bytes[start] != '-' && (bytes[start] < '0' || bytes[start] > '9')) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(toString()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private String unquoted(int from, int to) {
    String text = new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
    return text.indexOf('\\') < 0 ? text : JsonText.unescaped(text);
  }

  /** The text of this value as it stands. */
  @Override
  public String toString() {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
