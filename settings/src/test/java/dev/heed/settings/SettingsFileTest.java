package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.PlanDescription;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {

  @TempDir Path folder;

  private static List<String> parts(Heed plan) {
    return plan.describe().parts().stream().map(PlanDescription.Part::toString).toList();
  }

  private Path file(byte[] bytes) throws Exception {
    return Files.write(folder.resolve("heed.yaml"), bytes);
  }

  private List<String> problems(byte[] bytes) throws Exception {
    Path file = file(bytes);
    try {
      throw new AssertionError(SettingsFile.read(file).clients());
    } catch (SettingsException e) {
      return e.problems().stream().map(line -> line.replace(file + ":", "")).toList();
    }
  }

  @Test
  @Tag("C2")
  void aClientsKeysWinOverTheDefaultsKeyByKey() {
    ClientSettings settings =
        Sheet.read(
            "clients:",
            "  payments:",
            "    hints: github",
            "    retry:",
            "      max-retries: 1",
            "  search: {}",
            "defaults:",
            "  call-timeout: 30s",
            "  retry:",
            "    max-retries: 4",
            "    max-delay: 20s");
    HeedRegistry registry = HeedRegistry.of(settings);

    assertThat(settings.clients()).containsExactly("payments", "search");
    assertThat(parts(registry.plan("payments")))
        .contains("CALL call timeout: 30 s")
        .anyMatch(part -> part.contains("maxRetries=1, baseDelay=1 s, maxDelay=20 s"))
        .anyMatch(part -> part.contains("hints=github"));
    assertThat(parts(registry.plan("search")))
        .anyMatch(part -> part.contains("maxRetries=4, baseDelay=1 s, maxDelay=20 s"));
  }

  @Test
  void everyKindOfStageCanBeSaid() {
    Heed plan =
        Sheet.plan(
            "clients:",
            "  a:",
            "    concurrency-limit: 50",
            "    call-timeout: 1m",
            "    attempt-timeout: PT10S",
            "    verdicts: stripe",
            "    per-call: {idempotency-key: deduplicated, correlation-id: X-Id}",
            "    retry: {jitter: none, methods: [GET, PUT], statuses: [503], max-delay: 5s}",
            "    retry-budget: {ratio: 0.1, per-second: 5, saved: 7}",
            "    cooldown: {line: 5, max-wait: 10s, max-pause: 1m, spread: 2s}",
            "    per-attempt: {attempt-number: X-Retry-Count, traceparent: true}");

    assertThat(parts(plan))
        .containsExactly(
            "CALL call log: dev.heed.call",
            "CALL concurrency limit: 50 at the same time",
            "CALL call timeout: 1 min",
            "CALL idempotency key (the server deduplicates)",
            "CALL correlation id (X-Id)",
            "RETRY retry: maxRetries=3, baseDelay=1 s, maxDelay=5 s, jitter=none, methods=GET, PUT,"
                + " statuses=[503], with a hint [], failures=retried, hints=retry-after,"
                + " verdicts=stripe-should-retry",
            "RETRY retry budget: 10 % of the calls of the last 10 s and 5 a second, at most 7"
                + " saved",
            "ATTEMPT cooldown: line of 5, waits of at most 10 s, pauses of at most 1 min, spread"
                + " over 2 s",
            "ATTEMPT attempt timeout: 10 s",
            "ATTEMPT attempt number (X-Retry-Count)",
            "ATTEMPT traceparent",
            "ATTEMPT attempt log: dev.heed.attempt");
  }

  @Test
  @Tag("C4")
  void aClientCanSwitchOffWhatTheDefaultsSwitchOn() {
    Heed plan =
        Sheet.plan(
            "defaults:",
            "  call-timeout: 1m",
            "  attempt-timeout: 10s",
            "  verdicts: standard",
            "  concurrency-limit: 50",
            "  cooldown: {enabled: true}",
            "  retry-budget: {enabled: true}",
            "  per-call: {idempotency-key: set, correlation-id: X-Id}",
            "  per-attempt: {attempt-number: X-Retry-Count, traceparent: true}",
            "clients:",
            "  a:",
            "    call-timeout: none",
            "    attempt-timeout: none",
            "    verdicts: none",
            "    concurrency-limit: none",
            "    cooldown: {enabled: false}",
            "    retry-budget: {enabled: false}",
            "    per-call: {idempotency-key: none, correlation-id: none}",
            "    per-attempt: {attempt-number: none, traceparent: false}");

    assertThat(plan.describe().parts())
        .extracting(PlanDescription.Part::name)
        .containsExactly("call log", "retry", "attempt log");
    assertThat(parts(plan).get(1)).doesNotContain("verdicts");
  }

  @Test
  void whoeverSwitchesAStageOnAgainGetsTheNumbersOfTheDefaults() {
    Heed plan =
        Sheet.plan(
            "defaults:",
            "  cooldown: {enabled: false, line: 5}",
            "clients:",
            "  a: {cooldown: {enabled: true}}");
    assertThat(parts(plan)).anyMatch(part -> part.startsWith("ATTEMPT cooldown: line of 5,"));
  }

  @Test
  @Tag("C2")
  void whatAFileSaysOfAStageTakesThePlaceOfTheCodesOfItsKind() {
    ClientSettings code =
        ClientSettings.builder()
            .client(
                "a",
                plan ->
                    plan.perCall(dev.heed.Stages.correlationId("X-Code")).cooldown(c -> c.line(7)))
            .build();
    ClientSettings file =
        Sheet.read(
            "defaults: {cooldown: {line: 3}}",
            "clients: {a: {per-call: {correlation-id: X-File}, cooldown: {max-wait: 1s}}}");

    assertThat(parts(HeedRegistry.of(code, file).plan("a")))
        .contains("CALL correlation id (X-File)")
        .doesNotContain("CALL correlation id (X-Code)")
        .anyMatch(part -> part.startsWith("ATTEMPT cooldown: line of 7, waits of at most 1 s"));
  }

  @Test
  @Tag("G8")
  void aFileThatIsReadAgainReplacesTheSettings() {
    HeedRegistry registry = HeedRegistry.of(Sheet.read("clients: {a: {call-timeout: 9s}}"));
    Heed plan = registry.plan("a");
    registry.replace(Sheet.read("clients: {a: {call-timeout: 8s}}"));
    assertThat(plan.describe().callTimeout()).contains(Duration.ofSeconds(8));
    assertThatThrownBy(() -> registry.replace(Sheet.read("clients: {a: {call-timeout: 8}}")))
        .isInstanceOf(SettingsException.class);
    assertThat(plan.describe().callTimeout()).contains(Duration.ofSeconds(8));
  }

  @Test
  void aFileMayHaveDefaultsOnly() {
    assertThat(Sheet.read("defaults: {call-timeout: 9s}").clients()).isEmpty();
  }

  @Test
  void aFileIsReadAsUtf8WithOrWithoutAMark() throws Exception {
    String text = "clients:\r\n  zürich: {call-timeout: 1s}\r\n";
    assertThat(SettingsFile.read(file(text.getBytes(StandardCharsets.UTF_8))).clients())
        .containsExactly("zürich");
    assertThat(
            SettingsFile.read(file(("\ufeff" + text).getBytes(StandardCharsets.UTF_8))).clients())
        .containsExactly("zürich");
  }

  @Test
  void bytesOfAnotherEncodingAreToldWithTheirPlace() throws Exception {
    assertThat(problems("clients:\n  z\u00fcrich: {}\n".getBytes(StandardCharsets.ISO_8859_1)))
        .containsExactly("2:4 a byte here is not UTF-8; save the file in the encoding UTF-8");
    assertThat(problems("clients: {}".getBytes(StandardCharsets.UTF_16)))
        .containsExactly("1:1 a byte here is not UTF-8; save the file in the encoding UTF-8");
    assertThat(problems("a: b\nc\u00e9".getBytes(StandardCharsets.ISO_8859_1)))
        .containsExactly("2:2 a byte here is not UTF-8; save the file in the encoding UTF-8");
  }

  @Test
  void charactersThatCannotBeSeenAreToldWithTheirPlace() throws Exception {
    assertThat(problems("clients:\r\n  a\0b: {}".getBytes(StandardCharsets.UTF_8)))
        .containsExactly("2:4 the character U+0000 may not stand in a file; remove it");
    assertThat(Sheet.problems("a: \ud800"))
        .containsExactly("1:4 the character U+D800 may not stand in a file; remove it");
  }

  @Test
  void aFileThatIsNotThereOrIsAFolderIsToldInOneLine() {
    Path missing = folder.resolve("nope.yaml");
    assertThatThrownBy(() -> SettingsFile.read(missing))
        .isInstanceOf(SettingsException.class)
        .hasMessage(missing + ": there is no such file; looked for " + missing);
    assertThatThrownBy(() -> SettingsFile.read(folder))
        .hasMessage(folder + ": this is a folder; name a file in it");
  }

  @Test
  void aFileThatIsTooLargeIsNotParsed() throws Exception {
    assertThat(problems(new byte[(1 << 20) + 1]))
        .containsExactly("1:1 the file has more than 1 MiB; is it the right one?");
    assertThat(Sheet.problems("#".repeat(1 << 20)))
        .containsExactly("1:1 the text has more than 1 MiB; is it the right one?");
  }
}
