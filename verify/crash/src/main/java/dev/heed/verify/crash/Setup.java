package dev.heed.verify.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a child is told on its command line: words of the form name=value. Immutable. */
final class Setup {

  private final Map<String, String> values;

  private Setup(Map<String, String> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /** A child with a queue in this folder. */
  static Setup in(Path folder) {
    return new Setup(Map.of()).with("folder", folder.toString());
  }

  static Setup of(String[] arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String argument : arguments) {
      String[] pair = argument.split("=", 2);
      values.put(pair[0], pair[1]);
    }
    return new Setup(values);
  }

  Setup with(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value.toString());
    return new Setup(more);
  }

  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    values.forEach((name, value) -> arguments.add(name + "=" + value));
    return arguments;
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  Path folder() {
    return Path.of(text("folder", "."));
  }

  /** Where the child is to halt; null for nowhere. */
  @Nullable Point point() {
    String name = values.get("point");
    return name == null ? null : Point.valueOf(name);
  }

  @Override
  public String toString() {
    return String.join(" ", arguments());
  }
}
