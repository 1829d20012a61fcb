package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppTest {

  @Test
  void withoutACommandTheOverviewGoesToStandardError() {
    Run run = Run.heed();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("demo", "fetch", "decode", "explain", "deliver", "queue", "completion");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help", "help"})
  void helpGoesToStandardOutput(String option) {
    Run run = Run.heed(option);
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("Usage: heed COMMAND").contains("heed demo");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "fetch",
        "decode",
        "hints",
        "explain",
        "deliver",
        "queue",
        "e2e",
        "completion"
      })
  void everyCommandHasHelpWithExamples(String command) {
    Run run = Run.heed(command, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("Usage: heed ").contains("Examples:\n  ");
    assertThat(Run.heed("help", command).out()).isEqualTo(run.out());
  }

  @Test
  void helpIsInPlainTextUnlessAPersonReadsIt() {
    assertThat(Run.heed("fetch", "--help").out()).doesNotContain("\u001b");
    assertThat(Run.onTerminal("", "fetch", "--help").out()).contains("\u001b[");
  }

  @Test
  void versionIsThatOfTheBuild() {
    assertThat(Run.heed("--version").out()).matches("heed [0-9]+\\.[0-9]+\\.[0-9]+\\S*\\s");
  }

  @ParameterizedTest
  @CsvSource({"fecth,fetch", "decod,decode", "explian,explain", "hlep,help", "dmo,demo"})
  void unknownCommandSuggestsTheNearest(String mistyped, String meant) {
    Run run = Run.heed(mistyped, "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint())
        .isEqualTo(
            "heed: unknown command '%s'; did you mean '%s'? If not, see 'heed --help'",
            mistyped, meant);
  }

  @Test
  void nothingIsSuggestedForWhatIsNear() {
    assertThat(Run.heed("zzzzzz").complaint())
        .isEqualTo("heed: unknown command 'zzzzzz'; see 'heed --help'");
    assertThat(Run.heed("help", "zzzzzz").complaint()).contains("unknown command 'zzzzzz'");
  }

  @Test
  void unknownOptionSuggestsTheNearest() {
    assertThat(Run.heed("fetch", "http://h/", "--max-retry", "3").complaint())
        .isEqualTo(
            "heed fetch: unknown option '--max-retry', perhaps '--max-retries'; see 'heed fetch"
                + " --help'");
    assertThat(Run.heed("--nonsense").complaint()).contains("unknown option '--nonsense'");
  }

  @Test
  void anArgumentTooManyIsNamed() {
    Run run = Run.heed("decode", "file.txt");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint()).contains("there is no place for 'file.txt'");
  }

  @Test
  void controlCharactersOfTheUserDoNotReachTheTerminal() {
    assertThat(Run.heed("a\u001b[2Jb\nc").complaint()).contains("'a?[2Jb?c'");
  }

  @Test
  void completionKnowsCommandsOptionsAndDialects() {
    Run run = Run.heed("completion");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("complete -F", "--max-retries", "ratelimit-fields", "explain");
  }
}
