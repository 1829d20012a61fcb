package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.ClientSettings;
import dev.heed.HeedRegistry;
import dev.heed.Stages;
import dev.heed.jdk.HeedHttpClient;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the page on named clients. */
class GuideTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(folder.resolve("heed.yaml"), "clients: {payments: {hints: github}}\n");
  }

  private static String token() {
    return "T";
  }

  private static ClientSettings code() {
    // snippet: settings-code
    ClientSettings code =
        ClientSettings.builder()
            .defaults(plan -> plan.callTimeout(Duration.ofSeconds(30)))
            .client("payments", plan -> plan.perAttempt(Stages.bearer(() -> token())))
            .client("search", plan -> plan.retry(r -> r.maxRetries(1)))
            .build();
    // end
    return code;
  }

  @Test
  void clientsAreNamedInCode() {
    ClientSettings code = code();
    // snippet: settings-registry
    HeedRegistry registry = HeedRegistry.of(code);
    HttpClient payments = HeedHttpClient.newBuilder(registry.plan("payments")).build();
    // end
    assertThat(((HeedHttpClient) payments).describe().plan()).isEqualTo("payments");
    assertThat(registry.plan("search").describe().worstCaseSends()).contains(2);
  }

  @Test
  void clientsAreNamedInAFile() {
    Path path = file;
    // snippet: settings-file
    HeedRegistry registry = HeedRegistry.of(SettingsFile.read(path));
    // end
    assertThat(registry.clients()).containsExactly("payments");
  }

  @Test
  void aFileWinsOverTheCodeAndIsReplacedWhileRunning() throws Exception {
    ClientSettings code = code();
    Path path = file;
    // snippet: settings-layers
    HeedRegistry registry = HeedRegistry.of(code, SettingsFile.read(path));
    // end
    assertThat(registry.clients()).containsExactly("payments", "search");
    Files.writeString(file, "clients: {payments: {retry: {max-retries: 1}}}\n");
    List<String> log = new ArrayList<>();
    // snippet: settings-replace
    registry.listener(change -> log.add(change.toString())); // payments: maxRetries: 3 -> 1
    registry.replace(code, SettingsFile.read(path));
    // end
    assertThat(log).containsExactly("payments: hints: github -> retry-after, maxRetries: 3 -> 1");
  }
}
