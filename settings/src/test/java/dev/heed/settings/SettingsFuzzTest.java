package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.heed.HeedRegistry;

/**
 * Files of a fuzzer's making. In a normal build these replay the inputs kept beside the test
 * resources; with {@code JAZZER_FUZZ=1} they search for new ones.
 */
class SettingsFuzzTest {

  @FuzzTest
  void bytes(FuzzedDataProvider data) {
    Problems problems = new Problems("heed.yaml");
    SettingsText.decode(data.consumeRemainingAsBytes(), problems)
        .ifPresent(text -> check("heed.yaml", text));
  }

  @FuzzTest
  void text(FuzzedDataProvider data) {
    check(data.consumeString(20), data.consumeRemainingAsString());
  }

  /** What is accepted can be built. */
  private static void check(String name, String text) {
    try {
      HeedRegistry registry = HeedRegistry.of(SettingsFile.parse(name, text));
      registry.clients().forEach(client -> assertThat(registry.plan(client)).isNotNull());
    } catch (SettingsException e) {
      assertThat(e.problems()).isNotEmpty().allMatch(line -> !line.contains("\n"));
    }
  }
}
