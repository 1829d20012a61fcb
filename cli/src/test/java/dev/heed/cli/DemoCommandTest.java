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
  }
}
