package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no YAML is told with its place, in words that say how to mend it. */
class SyntaxErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "defaults:~\treports: true|2:1 a tab cannot indent; use spaces",
        "defaults:~  reports: true~\tcall-timeout: 1s|3:1 a tab cannot indent; use spaces",
        "defaults: reports: true|1:18 a ':' cannot stand here; align the key with its neighbors, or"
            + " quote the value",
        "defaults:~  reports: true~ hints: aws|3:2 the indentation does not fit the lines above;"
            + " align the keys of one section",
        "defaults:~  reports: true~  hints~|3:3 a ':' is missing here; write 'key: value'",
        "defaults: {reports: true~|1:11 the bracket that opens here is never closed; close it",
        "defaults: {retry: {statuses: [429~|1:30 the bracket that opens here is never closed; close"
            + " it",
        "defaults: {hints: 'aws~|1:19 the quote that opens here is never closed; close it",
        "defaults: {hints: \"aws~|1:19 the quote that opens here is never closed; close it",
        "defaults: {hints: @aws}|1:19 '@' cannot begin a value; put the value into quotes",
        "clients: - a|1:10 a list cannot begin here; write '[a, b]', or begin a new line with '- '",
        "defaults: {hints: \"\\q\"}|1:21 not YAML: found unknown escape character q(113)",
        "%YAML 2.0~---~defaults: {}|1:1 YAML 1.2 is read; remove the line that begins with '%YAML'"
      })
  void syntaxErrorsAreTold(String text, String message) {
    assertThat(Sheet.problems(text.replace('~', '\n'))).containsExactly(message);
  }

  @Test
  void whatTheParserTripsOverIsABadFileToo() {
    assertThat(Sheet.problems("clients: {a: \"\\UFFFFFFFF\"}"))
        .hasSize(1)
        .allMatch(line -> line.startsWith("1:11 not YAML behind this place: "));
  }

  @Test
  void oneDocumentIsEnough() {
    assertThat(Sheet.problems("clients: {a: {}}", "---", "clients: {b: {}}"))
        .containsExactly("2:1 a second document begins; put all settings into one, without '---'");
  }

  @Test
  void aTextThatGoesDeepIsGivenUp() {
    assertThat(Sheet.problems(String.join("", Collections.nCopies(100_000, "["))))
        .containsExactly("1:17 too many levels; the deepest key is on the fourth");
    assertThat(Sheet.problems("? [a]: 1")).contains("1:3 a key must be one word");
  }
}
