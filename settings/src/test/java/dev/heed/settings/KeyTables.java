package dev.heed.settings;

import java.util.stream.Collectors;

/** The lists of keys in the guide. */
final class KeyTables {

  private KeyTables() {}

  static String make() {
    return KeyTree.GROUPS.stream().map(KeyTables::section).collect(Collectors.joining("\n"));
  }

  private static String section(Group group) {
    String heading = group.name().isEmpty() ? "Directly below a client" : "`" + group.name() + "`";
    String rows =
        group.keys().stream()
            .map(
                key ->
                    "| `%s` | %s | `%s` | %s |\n"
                        .formatted(key.name(), key.type().name(), key.usual(), key.description()))
            .collect(Collectors.joining());
    return "### "
        + heading
        + "\n\n"
        + group.description()
        + "\n\n| Key | Value | Where it is not said | What it does |\n| --- | --- | --- | --- |\n"
        + rows;
  }
}
