package dev.heed.settings;

import dev.heed.settings.Key.Setting;
import dev.heed.settings.Node.Broken;
import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import dev.heed.settings.SettingsValues.Level;
import dev.heed.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes values of a tree by the table of keys, and tells what does not fit. */
final class SettingsReader {

  private static final int LONGEST_NAME = 128;

  private final Problems problems;

  private SettingsReader(Problems problems) {
    this.problems = problems;
  }

  /** What a file says, as far as it can be read; what is wrong has been told. */
  static SettingsValues read(Optional<Node> root, Problems problems) {
    return new SettingsReader(problems).root(root);
  }

  private SettingsValues root(Optional<Node> root) {
    Map<String, Level> clients = new LinkedHashMap<>();
    Level defaults = Level.NOTHING;
    for (Entry entry : rootEntries(root)) {
      switch (entry.key()) {
        case KeyTree.DEFAULTS -> defaults = level(entry, false).and(defaults);
        case KeyTree.CLIENTS -> clients(entry, clients);
        default -> unknownAtRoot(entry);
      }
    }
    return new SettingsValues(defaults, clients);
  }

  private List<Entry> rootEntries(Optional<Node> root) {
    if (root.isEmpty() && !problems.isEmpty()) {
      return List.of();
    }
    Node node = root.orElse(new Scalar(Position.START, "", true));
    if (isNoKeys(node) || isNothing(node)) {
      problems.add(node.at(), "the file says nothing; begin it with 'defaults:' or 'clients:'");
    } else if (node instanceof Section section) {
      return section.entries();
    } else if (!(node instanceof Broken)) {
      problems.add(
          node.at(),
          "expected the keys 'defaults' and 'clients', but found " + ValueType.kind(node));
    }
    return List.of();
  }

  private void unknownAtRoot(Entry entry) {
    String key = KeyTree.asKey(entry.key());
    if (KeyTree.place(key).isPresent()) {
      problems.add(
          entry.at(),
          "'%s' cannot stand here; put it under 'defaults' or below a client"
              .formatted(Words.shown(entry.key())));
      return;
    }
    unknown(entry, List.of(KeyTree.DEFAULTS, KeyTree.CLIENTS));
  }

  private void clients(Entry clients, Map<String, Level> read) {
    for (Entry client : entries(clients, "name a client below it")) {
      String name = client.key();
      if (name.isBlank() || name.length() > LONGEST_NAME || !Words.shown(name).equals(name)) {
        problems.add(
            client.at(), "the name of a client must be up to 128 characters that can be printed");
      }
      read.merge(name, level(client, true), Level::and);
    }
  }

  /**
   * The settings below 'defaults' or below a client.
   *
   * @param mayBeEmpty whether {@code {}} is taken
   */
  private Level level(Entry level, boolean mayBeEmpty) {
    int before = problems.count();
    List<Setting<?>> read = new ArrayList<>();
    if (!mayBeEmpty || !isNoKeys(level.value())) {
      String mend =
          mayBeEmpty ? "write '{}' behind it to take the defaults" : "write its keys below it";
      for (Entry entry : entries(level, mend)) {
        read.addAll(keyOrSection(entry));
      }
    }
    return new Level(level.at(), new Values(read), problems.count() == before);
  }

  private static boolean isNothing(Node value) {
    return value instanceof Scalar word && word.isNothing();
  }

  private static boolean isNoKeys(Node value) {
    return value instanceof Section section && section.entries().isEmpty();
  }

  private List<Setting<?>> keyOrSection(Entry entry) {
    Optional<Group> section = KeyTree.section(entry.key());
    if (section.isPresent()) {
      return section(entry, section.get());
    }
    Optional<Key<?>> key = KeyTree.top().key(entry.key());
    if (key.isEmpty()) {
      unknown(entry, KeyTree.names());
    }
    return setting(entry, key);
  }

  private List<Setting<?>> setting(Entry entry, Optional<Key<?>> key) {
    return key.<Setting<?>>flatMap(known -> known.read(entry, problems)).stream().toList();
  }

  private List<Setting<?>> section(Entry section, Group group) {
    List<Setting<?>> read = new ArrayList<>();
    if (!group.isUsable()) {
      problems.add(
          section.at(),
          "'%s' needs the module %s: add it, or remove the section"
              .formatted(group.name(), group.neededModule()));
    }
    for (Entry entry : entries(section, "write its keys below it")) {
      Optional<Key<?>> key = group.key(entry.key());
      if (key.isEmpty()) {
        unknown(entry, group.keys().stream().<String>map(Key::name).toList());
      }
      read.addAll(setting(entry, key));
    }
    return read;
  }

  /** The keys below a key. */
  private List<Entry> entries(Entry around, String mend) {
    Node value = around.value();
    String shown = "'" + Words.shown(around.key()) + "'";
    if (isNoKeys(value) || isNothing(value)) {
      problems.add(around.at(), shown + " is empty; " + mend + ", or remove it");
    } else if (value instanceof Section section) {
      return section.entries();
    } else if (!(value instanceof Broken)) {
      problems.add(value.at(), shown + " has keys below it, but here is " + ValueType.kind(value));
    }
    return List.of();
  }

  /** A key that is not there, or stands elsewhere. */
  private void unknown(Entry entry, List<String> known) {
    String shown = Words.shown(entry.key());
    String key = KeyTree.asKey(entry.key());
    String message;
    if (key.equals("<<")) {
      message = "'<<' is not followed; put what clients share under 'defaults'";
    } else if (known.contains(key)) {
      message = "unknown key '%s', did you mean '%s'".formatted(shown, key);
    } else if (KeyTree.place(key).isPresent()) {
      message = "'%s' cannot stand here; put it %s".formatted(shown, KeyTree.place(key).get());
    } else {
      message =
          "unknown key '%s'%s"
              .formatted(
                  shown, meant(shown, known).orElse("; there are " + String.join(", ", known)));
    }
    problems.add(entry.at(), message);
  }

  /** The nearest key, of those that may stand here or of all; one that may is preferred. */
  private static Optional<String> meant(String shown, List<String> known) {
    List<String> all = new ArrayList<>(known);
    if (!known.contains(KeyTree.CLIENTS)) {
      all.addAll(KeyTree.allNames());
    }
    return Words.nearest(shown, all)
        .map(
            near ->
                ", did you mean '"
                    + near
                    + "'"
                    + (known.contains(near)
                        ? ""
                        : KeyTree.place(near).map(place -> " " + place).orElse("")));
  }
}
