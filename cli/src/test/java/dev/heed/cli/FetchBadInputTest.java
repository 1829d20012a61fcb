package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchBadInputTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "example.com|the URL must begin with http:// or https://",
        "ftp://example.com/|the URL must begin with http:// or https://",
        "http:///path|the URL names no host; write it like https://example.com/path",
        "http://h/a b|a character that must be percent-encoded, at position 11 of 12",
        "http://user:s3cret@h/|the URL holds a password or a user name; give them with -H",
        "''|the URL must begin with"
      })
  void aUrlThatCannotBeUsedIsTold(String url, String message) {
    assertComplains(message, url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--max-retries|-1|--max-retries: -1 is out of range; from 0 to 2147483647",
        "--max-retries|two|--max-retries: 'two' is not a whole number",
        "--base-delay|5|--base-delay: '5' has no unit; write 5ms, 5s, 5m or 5h",
        "--max-delay|-5s|--max-delay: '-5s' is not a duration",
        "--max-delay|PT-5S|--max-delay: a duration must not be negative",
        "--call-timeout|0s|--call-timeout: a limit must be longer than 0",
        "--dialect|gitub|did you mean 'github'?",
        "--jitter|half|--jitter: 'half' is not one of full, none",
        "-X|GE T|-X: 'GE T' is not a method",
        "-X|CONNECT|-X: the method CONNECT cannot be sent",
        "-H|Authorization s3cret|-H number 1 is not a header; write it like -H 'Accept:",
        "-H|Content-Length: 5|-H: Content-Length cannot be sent",
        "-d|@/no/such/file|-d: there is no file '/no/such/file' that can be read",
        "-d|@|-d: there is no file '' that can be read",
        "-o|/no/such/folder/file|-o: '/no/such/folder/file' cannot be written; check that its"
            + " folder",
        "-o|/|-o: '/' is a folder; name a file in it",
        "--report|/no/such/folder/r|--report: '/no/such/folder/r' cannot be written"
      })
  void anOptionThatCannotBeUsedIsTold(String option, String value, String message) {
    assertComplains(message, "http://127.0.0.1:1/", option, value);
  }

  @Test
  void theUrlMustBeThere() {
    assertComplains("missing required parameter: 'URL'; see 'heed fetch --help'");
  }

  @Test
  void nothingIsLeftBehindWhenTheReportCannotBeWritten() {
    String output = folder.resolve("output").toString();
    assertComplains("--report", "http://127.0.0.1:1/", "-o", output, "--report", "/no/such/r");
    assertThat(folder).isEmptyDirectory();
  }

  private static void assertComplains(String message, String... args) {
    List<String> all = new ArrayList<>(List.of("fetch"));
    all.addAll(List.of(args));
    Run run = Run.heed(all.toArray(String[]::new));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.complaint())
        .startsWith("heed fetch: ")
        .contains(message)
        .doesNotContain("s3cret");
  }
}
