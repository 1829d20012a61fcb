package dev.heed.settings;

import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Items;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** As much of a JSON Schema validator as the schema of the settings needs. */
final class Schema {

  private final Node root;

  Schema(String text) {
    root = Json.parse(text);
  }

  boolean allows(Node value) {
    return allows(root, value);
  }

  private boolean allows(Node schema, Node value) {
    return ((Section) schema)
        .entries().stream().allMatch(rule -> allows(rule.key(), rule.value(), schema, value));
  }

  private boolean allows(String rule, Node is, Node schema, Node value) {
    return switch (rule) {
      case "$schema", "title", "description", "default", "definitions", "properties" -> true;
      case "$ref" -> allows(get(get(root, "definitions"), "settings"), value);
      case "type" -> type(value).equals(word(is)) || (word(is).equals("number") && isNumber(value));
      case "additionalProperties" ->
          !(value instanceof Section section)
              || section.entries().stream().allMatch(entry -> allowsKey(schema, is, entry));
      case "minProperties" ->
          !(value instanceof Section section) || section.entries().size() >= number(is).intValue();
      case "propertyNames" ->
          !(value instanceof Section section)
              || section.entries().stream()
                  .allMatch(e -> allows(is, new Scalar(e.at(), e.key(), false)));
      case "minItems" ->
          !(value instanceof Items list) || list.items().size() >= number(is).intValue();
      case "required" ->
          !(value instanceof Section section)
              || ((Items) is)
                  .items().stream().allMatch(key -> find(section, word(key)).isPresent());
      case "items" ->
          !(value instanceof Items list)
              || list.items().stream().allMatch(item -> allows(is, item));
      case "anyOf" -> ((Items) is).items().stream().anyMatch(one -> allows(one, value));
      case "allOf" -> ((Items) is).items().stream().allMatch(one -> allows(one, value));
      case "enum" -> ((Items) is).items().stream().anyMatch(one -> isSame(one, value));
      case "const" -> isSame(is, value);
      case "pattern" -> !isText(value) || Pattern.compile(word(is)).matcher(word(value)).find();
      case "maxLength" -> !isText(value) || word(value).length() <= number(is).intValue();
      case "minimum" -> !isNumber(value) || number(value).compareTo(number(is)) >= 0;
      case "maximum" -> !isNumber(value) || number(value).compareTo(number(is)) <= 0;
      default -> throw new AssertionError("the schema has a rule that is not known: " + rule);
    };
  }

  private boolean allowsKey(Node schema, Node others, Entry entry) {
    Optional<Node> known = find(schema, "properties").flatMap(all -> find(all, entry.key()));
    if (known.isPresent()) {
      return allows(known.get(), entry.value());
    }
    return others instanceof Section && allows(others, entry.value());
  }

  private static Node get(Node section, String key) {
    return find(section, key).orElseThrow();
  }

  private static Optional<Node> find(Node section, String key) {
    return ((Section) section)
        .entries().stream().filter(entry -> entry.key().equals(key)).map(Entry::value).findFirst();
  }

  /** The type that YAML gives to a value (its core schema). */
  private static String type(Node value) {
    if (value instanceof Section) {
      return "object";
    }
    if (value instanceof Items) {
      return "array";
    }
    Scalar word = (Scalar) value;
    if (word.isNothing()) {
      return "null";
    }
    if (!word.plain()) {
      return "string";
    }
    if (word.text().matches("true|false")) {
      return "boolean";
    }
    if (word.text().matches("[-+]?[0-9]+")) {
      return "integer";
    }
    return word.text().matches("[-+]?[0-9]+\\.[0-9]+") ? "number" : "string";
  }

  private static boolean isText(Node value) {
    return type(value).equals("string");
  }

  private static boolean isNumber(Node value) {
    return type(value).equals("integer") || type(value).equals("number");
  }

  private static boolean isSame(Node one, Node other) {
    return type(one).equals(type(other)) && word(one).equals(word(other));
  }

  private static String word(Node value) {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  private static BigDecimal number(Node value) {
    return new BigDecimal(word(value));
  }
}
