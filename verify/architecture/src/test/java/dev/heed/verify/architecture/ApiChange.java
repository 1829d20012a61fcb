package dev.heed.verify.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares two dumps and says which differences can break a user. */
final class ApiChange {

  private ApiChange() {}

  /** One line for each difference: ADDED, or the ones that break users, CHANGED and REMOVED. */
  static List<String> between(List<String> committed, List<String> current) {
    Map<String, List<String>> removed = byElement(without(committed, current));
    Map<String, List<String>> added = byElement(without(current, committed));
    List<String> found = new ArrayList<>();
    removed.forEach(
        (element, lines) -> {
          if (added.containsKey(element)) {
            found.add("CHANGED " + join(lines) + "\n     to " + join(added.get(element)));
          } else {
            found.add("REMOVED " + join(lines));
          }
        });
    added.forEach(
        (element, lines) -> {
          if (!removed.containsKey(element)) {
            found.add("ADDED   " + join(lines));
          }
        });
    return found;
  }

  private static Set<String> without(List<String> lines, List<String> others) {
    Set<String> left = new LinkedHashSet<>(lines);
    left.removeAll(new LinkedHashSet<>(others));
    return left;
  }

  private static Map<String, List<String>> byElement(Set<String> lines) {
    return lines.stream()
        .collect(
            Collectors.groupingBy(ApiChange::element, LinkedHashMap::new, Collectors.toList()));
  }

  /** What a line is about: a type by its name, a member by its type's name and its own. */
  private static String element(String line) {
    int separator = line.indexOf(" | ");
    String type = separator < 0 ? "" : line.substring(0, separator + 3);
    String signature = line.substring(type.length()).replaceFirst("( : |\\().*", "");
    String name = signature.substring(signature.lastIndexOf(' ') + 1);
    return type + name.replaceFirst("<.*", "");
  }

  private static String join(List<String> lines) {
    return String.join("\n        ", lines);
  }
}
