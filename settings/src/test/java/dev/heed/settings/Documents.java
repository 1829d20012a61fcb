package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Documents of the repository that are made of the table of keys. A test compares; with {@code
 * -Dsettings.update=true} it writes them anew.
 */
final class Documents {

  private Documents() {}

  static Path folder() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/rules.md"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs");
  }

  static String read(String name) throws IOException {
    return Files.readString(folder().resolve(name)).replace("\r\n", "\n");
  }

  static void isUpToDate(String name, String text) throws IOException {
    Path file = folder().resolve(name);
    if (Boolean.getBoolean("settings.update")) {
      Files.writeString(file, text);
    }
    assertThat(Files.exists(file) ? read(name) : "")
        .as("docs/%s, which -Dsettings.update=true writes anew", name)
        .isEqualTo(text);
  }
}
