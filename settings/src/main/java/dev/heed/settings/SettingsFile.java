package dev.heed.settings;

import dev.heed.ClientSettings;
import dev.heed.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of named clients in a YAML file:
 *
 * <pre>{@code
 * defaults:                 # for all clients
 *   call-timeout: 30s
 *   retry:
 *     max-delay: 20s
 * clients:
 *   payments:               # its own settings win over the defaults, key by key
 *     hints: github
 *     retry:
 *       max-retries: 1
 *   search: {}              # has the defaults
 * }</pre>
 *
 * <p>A file is right as a whole, or nothing of it is taken: everything that is wrong is told at
 * once, each with its line and column and how to mend it. The keys are listed in the guide; they
 * are written with dashes.
 *
 * <p>Plans are made of what is read by a {@link dev.heed.HeedRegistry}. All methods are safe for
 * use by several threads.
 */
public final class SettingsFile {

  private SettingsFile() {}

  /**
   * The settings in a file of at most 1 MiB, in UTF-8.
   *
   * @throws SettingsException when it cannot be read, or is wrong
   */
  public static ClientSettings read(Path file) {
    String name = file.toString();
    Problems problems = new Problems(name);
    return settings(SettingsText.decode(bytes(file, name), problems), problems);
  }

  /**
   * The settings in a text.
   *
   * @param name what the text is called in messages, such as {@code heed.yaml}
   * @throws SettingsException when it is wrong
   */
  public static ClientSettings parse(String name, String text) {
    Problems problems = new Problems(Objects.requireNonNull(name, "name"));
    return settings(SettingsText.check(Objects.requireNonNull(text, "text"), problems), problems);
  }

  private static ClientSettings settings(Optional<String> text, Problems problems) {
    Optional<Node> root = text.flatMap(given -> YamlTree.read(given, problems));
    boolean whole = problems.isEmpty();
    SettingsValues values = SettingsReader.read(root, problems);
    if (whole) {
      values.check(problems);
    }
    problems.throwIfAny();
    return values.toSettings();
  }

  private static byte[] bytes(Path file, String name) {
    try {
      if (Files.isDirectory(file)) {
        throw Problems.unreadable(name, "this is a folder; name a file in it");
      }
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(SettingsText.MOST_BYTES + 1);
      }
    } catch (NoSuchFileException e) {
      throw Problems.unreadable(
          name,
          "there is no such file; looked for " + Words.shown(file.toAbsolutePath().toString()));
    } catch (IOException e) {
      throw Problems.unreadable(
          name, "cannot be read; check its rights (" + e.getClass().getSimpleName() + ")");
    }
  }
}
