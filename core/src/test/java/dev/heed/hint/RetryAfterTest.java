package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  @Tag("H2")
  void digitsAreSeconds() {
    Hint hint = read("120");

    assertThat(hint).isEqualTo(Hint.waitFor(Duration.ofSeconds(120), "Retry-After", "120"));
  }

  @Test
  @Tag("H2")
  void dateIsComparedWithTheClock() {
    assertThat(read("Thu, 01 Jan 2026 00:00:30 GMT").duration()).isEqualTo(Duration.ofSeconds(30));
  }

  private static Hint read(String value) {
    return Hints.retryAfter()
        .read(ResponseHead.of(429, Map.of("retry-after", List.of(value))), NOW);
  }
}
