package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that take a settings file. */
class SettingsFileTest {

  private static final String TWO_CLIENTS =
      """
      defaults:
        call-timeout: 20s
        retry: {max-retries: 2, jitter: none}
      clients:
        payments:
          hints: github
          attempt-timeout: 8s
          retry: {max-retries: 1}
        search: {}
      """;

  @TempDir Path folder;
  private String file;

  @BeforeEach
  void write() throws IOException {
    file = write(TWO_CLIENTS);
  }

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("heed.yaml"), text).toString();
  }

  @Test
  @Tag("C2")
  @Tag("C3")
  void explainPrintsChainNumbersAndWarningsOfEachClient() throws IOException {
    Run run = Run.heed("explain", file);
    assertThat(run.status()).isZero();
    String[] plans = run.out().split("\n\n");
    assertThat(plans).hasSize(2);
    assertThat(plans[0])
        .startsWith("plan payments\n")
        .contains("call timeout (20 s)", "attempt timeout (8 s)", "hints=github")
        .contains("worst case: 2 sends", "warning: RetryPolicy.maxDelay 30 s is above");
    assertThat(plans[1]).startsWith("plan search\n").contains("worst case: 3 sends");
  }

  @Test
  void explainPrintsOneClientAlone() {
    Run run = Run.heed("explain", "--client", "search", file);
    assertThat(run.out()).startsWith("plan search\n").doesNotContain("payments");
  }

  @Test
  void explainPrintsTheDefaultsOfAFileWithoutClients() throws IOException {
    Run run = Run.heed("explain", write("defaults: {call-timeout: 7s}\n"));
    assertThat(run.out()).startsWith("plan explain\n").contains("call timeout (7 s)");
  }

  @Test
  void optionsWinOverTheFile() {
    Run run =
        Run.heed("explain", file, "--client", "payments", "--max-retries", "5", "--dialect", "aws");
    assertThat(run.out()).contains("worst case: 6 sends", "hints=aws", "call timeout (20 s)");
  }

  @Test
  void aLowerLongestWaitTakesTheFirstBackoffWithIt() throws IOException {
    String slow = write("clients: {a: {retry: {base-delay: 5s}}}\n");
    assertThat(Run.heed("explain", slow, "--max-delay", "2s").out())
        .contains("baseDelay=2 s, maxDelay=2 s");
    assertThat(Run.heed("explain", slow, "--max-delay", "9s").out())
        .contains("baseDelay=5 s, maxDelay=9 s");
    assertThat(Run.heed("explain", slow, "--base-delay", "40s").complaint())
        .isEqualTo(
            "heed explain: plan a cannot be built: baseDelay 40 s must not exceed maxDelay 30 s");
  }

  @Test
  void aPlayIsMadeForEachClient() {
    Run run = Run.heed("explain", file, "--play", "503");
    assertThat(run.out())
        .contains("returns the 503 after 2 sends, 1 s of it waiting")
        .contains("returns the 503 after 3 sends, 3 s of it waiting")
        .doesNotContain("full jitter");
  }

  @ParameterizedTest
  @CsvSource({"explain", "fetch"})
  void aWrongFileGivesAllThatIsWrongLineByLine(String command) throws IOException {
    String wrong = write("defaults:\n  max-retrys: 3\nclients:\n  a:\n    call-timeout: 30\n");
    Run run =
        command.equals("explain")
            ? Run.heed("explain", wrong)
            : Run.heed("fetch", "--config", wrong, "http://127.0.0.1:1/");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            wrong + ":2:3 unknown key 'max-retrys', did you mean 'max-retries' under 'retry'",
            wrong + ":5:19 call-timeout: '30' has no unit; write 30ms, 30s, 30m or 30h");
  }

  @Test
  void aMissingFileIsToldInOneLine() {
    Run run = Run.heed("explain", folder.resolve("nope.yaml").toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint()).contains("nope.yaml: there is no such file; looked for ");
  }

  @Test
  void anUnknownClientIsAnsweredWithTheNearest() {
    assertThat(Run.heed("explain", "--client", "serach", file).complaint())
        .isEqualTo(
            "heed explain: --client: there is no client 'serach', did you mean 'search'; there are"
                + " payments, search");
  }

  @Test
  void aClientWithoutAFileIsToldApart() {
    assertThat(Run.heed("explain", "--client", "a").complaint())
        .isEqualTo("heed explain: --client names a client of a settings file; give FILE too");
    assertThat(Run.heed("fetch", "--client", "a", "http://127.0.0.1:1/").complaint())
        .isEqualTo("heed fetch: --client names a client of a settings file; give --config too");
  }

  @Test
  void fetchUsesTheClientOfTheFile() throws IOException {
    try (CannedServer server = new CannedServer(busy(), busy(), busy())) {
      Run run = Run.heed("fetch", "--config", file, "--client", "payments", server.url("/"));
      assertThat(run.status()).isEqualTo(22);
      assertThat(server.requests()).hasSize(2);
      assertThat(run.err()).contains("503 after 2 sends");
    }
  }

  @Test
  void fetchUsesTheOnlyClientAndOptionsOverIt() throws IOException {
    String one = write("clients: {a: {hints: azure, retry: {max-retries: 0}}}\n");
    try (CannedServer server =
        new CannedServer(
            CannedServer.answer(503, "later", "retry-after-ms: 1"),
            CannedServer.answer(200, "now"))) {
      Run run = Run.heed("fetch", "--config", one, "--max-retries", "1", server.url("/"));
      assertThat(run.out()).isEqualTo("now");
    }
  }

  @Test
  void fetchAsksForAClientWhereThereAreSeveral() {
    assertThat(Run.heed("fetch", "--config", file, "http://127.0.0.1:1/").complaint())
        .isEqualTo(
            "heed fetch: the settings file has several clients; choose one with --client: payments,"
                + " search");
  }

  @Test
  void helpAndCompletionKnowTheOptions() {
    assertThat(Run.heed("fetch", "--help").out()).contains("--config", "--client", "heed.yaml");
    assertThat(Run.heed("explain", "--help").out()).contains("FILE", "--client", "heed.yaml");
    assertThat(Run.heed("completion").out()).contains("--config", "--client");
  }

  private static String busy() {
    return CannedServer.answer(503, "later", "Retry-After: 0");
  }
}
