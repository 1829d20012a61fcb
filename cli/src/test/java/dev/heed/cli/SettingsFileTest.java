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

  private static final String GUARDED =
      """
      defaults:
        call-timeout: 30s
        attempt-timeout: 10s
        retry-budget: {ratio: 0.1}
        breaker: {minimum: 20, open-for: 2s}
      clients:
        orders:
          concurrency-limit: 50
          cooldown: {line: 5}
          rate-limit: 9 in 1s
        search:
          hedge:
            delay: 200ms
            endpoints: [https://eu.example.com, https://us.example.com]
      """;

  @Test
  @Tag("C3")
  @Tag("G1")
  @Tag("Z6")
  void explainShowsGuardsAndHedgingWithTheirNumbers() throws IOException {
    String[] plans = Run.heed("explain", write(GUARDED)).out().split("\n\n");
    assertThat(plans[0].lines().map(String::strip))
        .contains(
            "call      concurrency limit (50 at the same time)",
            "call      call timeout (30 s)",
            "retry     retry budget (10 % of the calls of the last 10 s and 10 a second, at most"
                + " 100 saved)",
            "attempt   cooldown (line of 5, waits of at most 30 s, pauses of at most 5 min, spread"
                + " over 10 s)",
            "attempt   rate limit (9 in 1 s)",
            "attempt   breaker (10 % of at least 20 in 30 s, open 2 s, 1 trial)",
            "attempt   attempt timeout (10 s)")
        .anyMatch(line -> line.matches("worst case: 4 sends.*, waits of 30 s, ended after 30 s"));
    assertThat(plans[1].lines().map(String::strip))
        .contains(
            "hedge     hedge (maxHedges=1, delay=200 ms, methods=GET, HEAD, OPTIONS, TRACE)",
            "attempt   endpoint (ordered [https://eu.example.com], [https://us.example.com])",
            "attempt   breaker (10 % of at least 20 in 30 s, open 2 s, 1 trial)")
        .anyMatch(line -> line.matches("worst case: 2 sends.*, waits of 0 .*, ended after 20 s"));
  }

  @Test
  @Tag("C2")
  void anOptionThatIsNotAboutRetriesLeavesTheHedging() throws IOException {
    String hedged = write("clients: {a: {hedge: {delay: 1s}}}\n");
    assertThat(Run.heed("explain", hedged, "--call-timeout", "9s").out()).contains("maxHedges=1");
    assertThat(Run.heed("explain", hedged, "--max-retries", "2").out())
        .contains("maxRetries=2")
        .doesNotContain("maxHedges");
  }

  @Test
  void aPlanThatHedgesIsNotPlayed() throws IOException {
    Run run = Run.heed("explain", write("clients: {a: {hedge: {delay: 1s}}}\n"), "--play", "503");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .endsWith("not played: a play has one attempt after the other, and this plan hedges\n");
  }

  @Test
  @Tag("Z3")
  void fetchHedgesAsTheFileSays() throws IOException {
    String hedged = write("clients: {a: {hedge: {delay: after-failure}, breaker: {trials: 2}}}\n");
    try (CannedServer server = new CannedServer(busy(), CannedServer.answer(200, "now"))) {
      Run run = Run.heed("fetch", "--config", hedged, server.url("/"));
      assertThat(run.status()).isZero();
      assertThat(run.out()).isEqualTo("now");
      assertThat(run.err().lines().findFirst()).contains("heed fetch: 503; sending attempt 2");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  @Tag("G3")
  void fetchSaysWhoRefused() throws IOException {
    String small =
        write("clients: {a: {rate-limit: 1 in 1h, retry: {base-delay: 0s, jitter: none}}}\n");
    try (CannedServer server = new CannedServer(busy())) {
      Run run = Run.heed("fetch", "--config", small, server.url("/"));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("refused by the rate limit");
    }
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
