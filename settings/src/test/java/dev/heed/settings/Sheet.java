package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import java.util.List;

/** A settings file of a test, written as lines. */
final class Sheet {

  private Sheet() {}

  static ClientSettings read(String... lines) {
    return SettingsFile.parse("heed.yaml", String.join("\n", lines) + "\n");
  }

  /** The plan of the only client. */
  static Heed plan(String... lines) {
    HeedRegistry registry = HeedRegistry.of(read(lines));
    assertThat(registry.clients()).hasSize(1);
    return registry.plan(registry.clients().iterator().next());
  }

  /** What is wrong, without the name of the file. */
  static List<String> problems(String... lines) {
    try {
      ClientSettings settings = read(lines);
      throw new AssertionError("nothing is wrong with it: " + settings.clients());
    } catch (SettingsException e) {
      assertThat(e).hasMessage(String.join("\n", e.problems()));
      assertThat(e.problems()).allSatisfy(line -> assertThat(line).startsWith("heed.yaml:"));
      return e.problems().stream().map(line -> line.substring("heed.yaml:".length())).toList();
    }
  }
}
