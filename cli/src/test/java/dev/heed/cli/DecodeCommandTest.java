package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.hint.Hints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeCommandTest {

  private static final String NOW = "2026-01-01T00:00:00Z";

  @Test
  void secondsAreAWait() {
    assertThat(Run.with("Retry-After: 2\n", "decode", "--json").out())
        .isEqualTo(
            "{\"dialect\":\"retry-after\",\"verdict\":\"wait\",\"waitMs\":2000,\"header\":\"Retry-After\",\"reason\":\"Retry-After:"
                + " 2 asks for a wait of 2 s\"}\n");
  }

  @Test
  void aWaitAboveTheDefaultLongestOneIsRemarkedOn() {
    assertThat(Run.with("retry-after: 120", "decode").out())
        .isEqualTo(
            "retry-after       wait 2 min    Retry-After: 120 asks for a wait of 2 min, above the"
                + " default longest wait of 30 s\n");
  }

  @Test
  void aDateIsComparedWithTheGivenInstant() {
    String input = "Retry-After: Thu, 01 Jan 2026 00:00:05 GMT\n";
    assertThat(Run.with(input, "decode", "--now", NOW, "--json").out()).contains("\"waitMs\":5000");
  }

  @Test
  void theDateOfTheResponseWinsOverTheGivenInstant() {
    String input =
        "Date: Thu, 01 Jan 2026 00:00:00 GMT\nRetry-After: Thu, 01 Jan 2026 00:00:05 GMT\n";
    assertThat(Run.with(input, "decode", "--now", "2030-01-01T00:00:00Z", "--json").out())
        .contains("\"waitMs\":5000");
  }

  @Test
  void millisecondsAreRoundedUp() {
    assertThat(Run.with("Retry-After: 0.0001\n", "decode", "--json").out())
        .contains("\"waitMs\":1,");
  }

  @Test
  void zeroAllowsARetryAtOnce() {
    assertThat(Run.with("Retry-After: 0\n", "decode", "--json").out())
        .contains("\"waitMs\":0", "Retry-After: 0 allows a retry at once");
  }

  @Test
  void numbersThatCannotBeHeldAreTooLong() {
    assertThat(Run.with("Retry-After: 99999999999999999999\n", "decode", "--json").out())
        .startsWith(
            "{\"dialect\":\"retry-after\",\"verdict\":\"too-long\",\"waitMs\":null,"
                + "\"header\":\"Retry-After\",\"reason\":\"Retry-After: 99999999999999999999 asks");
  }

  @Test
  void nothingThereIsNoWait() {
    assertThat(Run.with("", "decode", "--json").out())
        .isEqualTo(
            "{\"dialect\":\"retry-after\",\"verdict\":\"none\",\"waitMs\":null,\"header\":null,"
                + "\"reason\":\"none of its fields is there (Retry-After)\"}\n");
  }

  @Test
  void aMalformedValueIsNamed() {
    assertThat(Run.with("Retry-After: soon\n", "decode", "--dialect", "retry-after").out())
        .startsWith("retry-after       none")
        .contains("Retry-After is there but holds no wait on status 429: malformed");
  }

  @Test
  void otherDialectsThatReadAWaitAreNamed() {
    String input = "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 30\n";
    assertThat(Run.with(input, "decode", "--dialect", "azure").out())
        .contains("a wait is read by", "ratelimit-reset");
  }

  @Test
  void repeatedLinesAreKept() {
    String input = "Retry-After: 5\nretry-after: 7\n";
    assertThat(Run.with(input, "decode", "--json").out()).contains("\"verdict\":\"none\"");
    assertThat(Run.with(input, "decode", "--dialect", "standard", "--json").out())
        .contains("\"waitMs\":7000");
  }

  @ParameterizedTest
  @CsvSource({"403,wait", "429,wait", "500,none"})
  void theStatusDecidesWhereTheDialectSaysSo(String status, String verdict) {
    String input = "x-ratelimit-remaining: 0\nx-ratelimit-reset: 1767225690\n";
    Run run =
        Run.with(input, "hints", "--hints", "github", "--status", status, "--now", NOW, "--json");
    assertThat(run.out()).startsWith("{\"dialect\":\"github\",\"verdict\":\"" + verdict + "\"");
  }

  @Test
  void theHeadMayComeAsCurlPrintsIt() {
    String input = "HTTP/2 529\r\nretry-after: 3\r\n\r\n{\"error\": true}\r\n";
    Run run = Run.with(input, "decode", "--dialect", "anthropic", "--json");
    assertThat(run.out()).contains("\"waitMs\":3000");
    assertThat(Run.with("HTTP/2 200 OK\r\n", "decode", "--dialect", "github").out())
        .contains("none of its fields is there");
  }

  @Test
  void allDialectsAnswerInAnArray() {
    Run run = Run.with("Retry-After: 2\n", "decode", "--dialect", "all", "--json");
    assertThat(run.out()).startsWith("[{\"dialect\":\"retry-after\"").endsWith("}]\n");
    assertThat(run.out().lines()).hasSameSizeAs(Hints.names());
  }

  @Test
  void valuesAreShownWithoutControlCharacters() {
    assertThat(Run.with("Retry-After: 99999999999999999999\u001b[2J\n", "decode").out())
        .doesNotContain("\u001b");
    assertThat(Run.with("x-amz-retry-after: 1\u0007\nRetry-After: 1\n", "decode").out())
        .contains("wait 1 s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Retry-After 5", ": 5", " Retry-After: 5", "Retry After: 5", "{}"})
  void aMalformedLineIsNamedWithItsNumber(String line) {
    Run run = Run.with("Date: x\n" + line + "\n", "decode", "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint())
        .isEqualTo(
            "heed decode: line 2 of the input is not a header: '%s'; write one 'Name: value' a"
                + " line",
            line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--dialect|gitub|there is no hint reader named 'gitub'; did you mean 'github'?",
        "--status|42|--status: 42 is out of range; from 100 to 999",
        "--status|many|--status: 'many' is not a whole number from 100 to 999",
        "--now|today|--now: 'today' is not an instant; write 2026-01-01T00:00:00Z"
      })
  void badOptionsAreToldInOneLine(String option, String value, String message) {
    Run run = Run.with("Retry-After: 5\n", "decode", option, value);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint()).startsWith("heed decode: ").contains(message);
  }

  @Test
  void anOptionWithoutItsValueIsNamed() {
    assertThat(Run.heed("decode", "--status").complaint()).contains("'--status'");
  }

  @Test
  void anInputThatBreaksIsNoUsageError() {
    InputStream broken =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            throw new UncheckedIOException(new IOException("disk\non fire"));
          }
        };
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    Terminal terminal = new Terminal(broken, nowhere, nowhere, false, false, false);
    assertThat(new App(terminal).run("decode")).isEqualTo(1);
  }
}
