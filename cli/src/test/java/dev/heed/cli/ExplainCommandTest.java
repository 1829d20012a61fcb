package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {

  @Test
  @Tag("C3")
  void theDefaultsAreExplainedWithWorstCaseAndWarnings() {
    Run run = Run.heed("explain");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("maxRetries=3", "java.net.http.HttpClient", "worst case: 4 sends")
        .contains("warning: no call timeout");
  }

  @Test
  @Tag("C3")
  void optionsAreExplainedToo() {
    Run run =
        Run.heed(
            "explain",
            "--max-retries",
            "1",
            "--call-timeout",
            "9s",
            "--dialect",
            "github",
            "--retry-unsafe",
            "--attempt-timeout",
            "2s",
            "--jitter",
            "none",
            "--max-delay",
            "5s");
    assertThat(run.out())
        .contains("worst case: 2 sends", "hints=github", "all methods", "attempt timeout (2 s)")
        .doesNotContain("no call timeout");
  }

  @Test
  void aPlayShowsWhatTheEngineDoes() {
    assertThat(timeline("--play", "503,503+RA10,200"))
        .containsExactly(
            "GET, played on virtual time from 2026-01-01T00:00:00Z",
            "(a backoff is shown at its longest: full jitter draws a shorter one)",
            "   0.000 s  #1 503                   waits 1 s: the plan's backoff",
            "   1.000 s  #2 503  Retry-After: 10  waits 10 s: the server asks for it",
            "  11.000 s  #3 200                   done",
            "  11.000 s  the call returns the 200 after 3 sends, 11 s of it waiting");
  }

  @Test
  void aPlayIsTheSameEveryTime() {
    String[] args = {"explain", "--play", "503,reset,429+RA0,refused,200", "--max-retries", "9"};
    assertThat(Run.heed(args).out()).isEqualTo(Run.heed(args).out());
  }

  @Test
  void datesAndOtherHeadersMayBePlayed() {
    assertThat(timeline("--play", "503+RAThu, 01 Jan 2026 00:00:05 GMT,200"))
        .contains(
            "   0.000 s  #1 503  Retry-After: Thu, 01 Jan 2026 00:00:05 GMT  waits 5 s: the server"
                + " asks for it");
    assertThat(timeline("--play", "503+RA2026-01-01T00:00:07Z,200"))
        .anyMatch(line -> line.contains("00:00:07 GMT  waits 7 s"));
    assertThat(
            timeline("--dialect", "azure", "--play", "429+retry-after-ms=1500+Retry-After=9,200"))
        .anyMatch(line -> line.contains("waits 1.5 s: the server asks for it"));
  }

  @Test
  void failuresMayBePlayed() {
    assertThat(timeline("--play", "refused,reset,timeout,200", "--attempt-timeout", "3s"))
        .anyMatch(line -> line.contains("#1 connection refused  again at once"))
        .anyMatch(line -> line.contains("#2 connection reset    waits 2 s: the plan's backoff"))
        .anyMatch(line -> line.contains("   5.000 s  #3 attempt timed out"));
  }

  @Test
  void aTimeoutWithoutALimitTakesTheHostsOwn() {
    assertThat(timeline("--play", "timeout,200"))
        .anyMatch(line -> line.startsWith("  10.000 s  #1 timed out"))
        .contains(
            "timeouts took 10 s, since there is neither --attempt-timeout nor --call-timeout");
  }

  @Test
  void theLastReplyIsRepeatedAndWhatIsLeftIsNamed() {
    assertThat(timeline("--play", "503", "--max-retries", "2"))
        .contains("the script was over: its last reply was repeated")
        .anyMatch(line -> line.contains("returns the 503 after 3 sends, 3 s of it waiting"));
    assertThat(timeline("--play", "200,404")).contains("not played: 404");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|503|0|method|nobody vouched that a POST may be sent twice (RetryPolicy.methods)",
        "GET|404|0|not-retryable|trying again would not help",
        "GET|429+RA3600|3|hint-too-long|the server asks for 1 h, above the longest wait",
        "GET|429+RA99999999999999999999|3|hint-too-long|asks for more time than can be held",
        "GET|503|0|retries-exhausted|no retries are allowed (RetryPolicy.maxRetries)",
        "GET|503|1|retries-exhausted|all retries are used",
        "GET|503+RA25|3|deadline|the next wait does not fit into it (Heed.callTimeout)"
      })
  void theReasonForNoRetryIsTold(
      String method, String play, String retries, String label, String why) {
    List<String> lines =
        timeline("-X", method, "--play", play, "--max-retries", retries, "--call-timeout", "20s");
    assertThat(lines).anyMatch(line -> line.endsWith("no retry: " + label));
    assertThat(lines).anyMatch(line -> line.contains(why));
  }

  @Test
  void zeroHintsInARowAreSlowedDown() {
    assertThat(timeline("--play", "429+RA0"))
        .anyMatch(line -> line.contains("again at once: the server asks for it"))
        .anyMatch(line -> line.contains("waits 2 s: the plan's backoff, since the server says"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--play|banana|--play: 'banana' is not a reply; write a status with headers such as"
            + " 503+RA10",
        "--play|''|--play: '' is not a reply",
        "--play|503,,200|--play: '' is not a reply",
        "--play|50|--play: '50' is not a reply",
        "--play|100|--play: 100 is out of range; from 200 to 999",
        "--play|503+RA|RA needs seconds or a date",
        "--play|reset+RA5|only a status can have headers",
        "--max-retries|-1|--max-retries: -1 is out of range; from 0 to 2147483647",
        "--base-delay|40s|--base-delay of 40 s is longer than the longest wait, 30 s; raise"
            + " --max-delay",
        "--call-timeout|0s|--call-timeout: a limit must be longer than 0; leave it out for none",
        "--jitter|some|--jitter: 'some' is not one of full, none",
        "-X|G T|-X: 'G T' is not a method; write GET or POST",
        "--dialect|x|there is no hint reader named 'x'"
      })
  void badOptionsAreToldInOneLine(String option, String value, String message) {
    Run run = Run.heed("explain", option, value);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint()).startsWith("heed explain: ").contains(message);
  }

  @Test
  void limitsThatContradictEachOtherAreTold() {
    Run run = Run.heed("explain", "--attempt-timeout", "5s", "--call-timeout", "4s");
    assertThat(run.complaint())
        .contains("--attempt-timeout of 5 s is longer than --call-timeout of 4 s");
  }

  /** What is printed after the plan. */
  private static List<String> timeline(String... options) {
    List<String> args = new ArrayList<>(List.of("explain"));
    args.addAll(List.of(options));
    Run run = Run.heed(args.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    return run.out().substring(run.out().indexOf("\n\n") + 2).lines().toList();
  }
}
