package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoCommandTest {

  @Test
  void theRealClientWaitsForTheRealServer() {
    Run run = Run.heed("demo");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().map(String::strip))
        .anyMatch(line -> line.matches(".*#1 429 +Retry-After: 1 +waits 1 s: the server asks.*"))
        .anyMatch(line -> line.matches(".*#2 503 +Retry-After: \\w{3}, .* GMT +waits [12] s: .*"))
        .anyMatch(line -> line.matches(".*#3 200 +done"))
        .anyMatch(line -> line.matches("by the server's clock, the retries came .* none early"))
        .anyMatch(line -> line.endsWith("no retry: method"))
        .anyMatch(line -> line.endsWith("no retry: hint-too-long"));
    assertThat(run.out().lines().map(String::strip))
        .anyMatch(
            line -> line.endsWith("the retry budget is empty: calls are sent once from now on"))
        .anyMatch(line -> line.endsWith("breaker closed -> open: nothing is sent for 1 s"))
        .anyMatch(
            line ->
                line.matches(
                    ".* s  20 calls made \\d sends \\(without both: 80\\); 1\\d were refused at"
                        + " once"))
        .anyMatch(line -> line.endsWith("breaker half-open -> closed"))
        .anyMatch(line -> line.endsWith("the server is back: the trial gets its answer"))
        .anyMatch(line -> line.endsWith("no answer from attempt 1 yet: #2 is sent beside it"))
        .anyMatch(
            line ->
                line.matches("0\\.[1-9].* the call returns the 200 after 2 sends, and cancels .*"));
  }
}
