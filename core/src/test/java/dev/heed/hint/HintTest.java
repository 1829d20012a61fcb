package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HintTest {

  @Test
  void noneHasNoWaitAndNoField() {
    assertThat(Hint.none().isPresent()).isFalse();
    assertThat(Hint.none().duration()).isZero();
    assertThat(Hint.none().header()).isEmpty();
    assertThat(Hint.none()).hasToString("no hint");
  }

  @Test
  void waitKeepsTheFieldThatDecided() {
    Hint hint = Hint.waitFor(Duration.ofSeconds(2), "Retry-After", "2");

    assertThat(hint.header()).contains("Retry-After");
    assertThat(hint.value()).contains("2");
    assertThat(hint).hasToString("Retry-After: 2 (2 s)");
  }

  @Test
  void waitMayComeFromNoField() {
    Hint hint = Hint.waitFor(Duration.ofMinutes(1));

    assertThat(hint.kind()).isEqualTo(Hint.Kind.WAIT);
    assertThat(hint.header()).isEmpty();
    assertThat(hint).hasToString("no field (1 min)");
  }

  @Test
  void tooLongStandsForTheLongestTime() {
    Hint hint = Hint.tooLong("Retry-After", "1e99");

    assertThat(hint.duration()).isEqualTo(Hint.FOREVER);
    assertThat(hint).hasToString("Retry-After: 1e99 (too long)");
  }

  @Test
  void hintsWithTheSamePartsAreEqual() {
    Hint hint = Hint.waitFor(Duration.ofSeconds(2), "Retry-After", "2");
    Hint same = Hint.waitFor(Duration.ofSeconds(2), "Retry-After", "2");

    assertThat(hint).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(hint)
        .isNotEqualTo(Hint.waitFor(Duration.ofSeconds(2), "Retry-After", "2.0"))
        .isNotEqualTo(Hint.waitFor(Duration.ofSeconds(2), "X-Wait", "2"))
        .isNotEqualTo(Hint.waitFor(Duration.ofSeconds(3), "Retry-After", "2"));
  }
}
