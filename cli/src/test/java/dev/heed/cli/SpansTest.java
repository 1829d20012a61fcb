package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpansTest {

  @Test
  void aDurationIsReadAndWhatIsNoneIsToldWithItsOption() throws Failure {
    assertThat(Spans.parse("--max-delay", " 1.5s ")).isEqualTo(Duration.ofMillis(1500));
    assertThatThrownBy(() -> Spans.parse("--max-delay", "a\u001bc"))
        .isInstanceOf(Failure.class)
        .hasMessage("--max-delay: 'a?c' is not a duration; write 250ms, 2s, 1m or PT1M30S");
  }

  @Test
  void millisecondsAreRoundedUp() {
    assertThat(Spans.millis(Duration.ofNanos(1_000_001))).isEqualTo(2);
    assertThat(Spans.millis(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(9_223_372_036_855L);
    assertThat(Spans.seconds(Duration.ofNanos(999_999_999))).isEqualTo("1.000 s");
  }
}
