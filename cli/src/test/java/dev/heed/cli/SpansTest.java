package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {

  @ParameterizedTest
  @CsvSource({
    "250ms,PT0.25S",
    "2s,PT2S",
    "1.5s,PT1.5S",
    "1m,PT1M",
    "2h,PT2H",
    "0s,PT0S",
    "PT1M30S,PT1M30S",
    "pt2s,PT2S",
    "P1D,PT24H"
  })
  void shortAndIsoDurationsAreRead(String text, String duration) throws Failure {
    assertThat(Spans.parse("--max-delay", text)).isEqualTo(Duration.parse(duration));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "2 s", "abc", "1d", "1e3s", "+1s", ".5s", "1,5s", "٣s", "s"})
  void otherTextIsRefusedWithTheWayToWriteIt(String text) {
    assertThatThrownBy(() -> Spans.parse("--max-delay", text))
        .isInstanceOf(Failure.class)
        .hasMessage("--max-delay: '%s' is not a duration; write 250ms, 2s, 1m or PT1M30S", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "-PT1S"})
  void negativeDurationsAreRefused(String text) {
    assertThatThrownBy(() -> Spans.parse("--max-delay", text))
        .hasMessage("--max-delay: a duration must not be negative: " + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999999999h", "999999999999999999s", "P999999999D"})
  void durationsThatCannotBeHeldAreRefused(String text) {
    assertThatThrownBy(() -> Spans.parse("--max-delay", text)).hasMessageContaining("is too long");
  }

  @Test
  void millisecondsAreRoundedUp() {
    assertThat(Spans.millis(Duration.ofNanos(1_000_001))).isEqualTo(2);
    assertThat(Spans.millis(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(9_223_372_036_855L);
    assertThat(Spans.seconds(Duration.ofNanos(999_999_999))).isEqualTo("1.000 s");
  }
}
