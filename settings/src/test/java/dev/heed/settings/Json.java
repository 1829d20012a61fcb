package dev.heed.settings;

import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Items;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a tree as JSON, in the way a person would. */
final class Json {

  private Json() {}

  static Node parse(String text) {
    Problems problems = new Problems("json");
    Node node = YamlTree.read(text, problems).orElse(null);
    problems.throwIfAny();
    return node;
  }

  static String text(Node node) {
    return text(node, "") + "\n";
  }

  private static String text(Node node, String indent) {
    if (node instanceof Section section) {
      return section.entries().isEmpty()
          ? "{}"
          : lines("{", section.entries().stream().map(e -> entry(e, indent)).toList(), "}", indent);
    }
    if (node instanceof Items list) {
      List<String> items = list.items().stream().map(item -> text(item, indent + "  ")).toList();
      boolean flat = list.items().stream().allMatch(Scalar.class::isInstance);
      return flat ? "[" + String.join(", ", items) + "]" : lines("[", items, "]", indent);
    }
    Scalar word = (Scalar) node;
    return word.plain() ? word.text() : quoted(word.text());
  }

  private static String entry(Entry entry, String indent) {
    return quoted(entry.key()) + ": " + text(entry.value(), indent + "  ");
  }

  private static String lines(String open, List<String> lines, String close, String indent) {
    return lines.stream()
        .map(line -> "\n" + indent + "  " + line)
        .collect(Collectors.joining(",", open, "\n" + indent + close));
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
