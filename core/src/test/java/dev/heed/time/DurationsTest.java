package dev.heed.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S,0 ms",
    "PT0.0000001S,1 ms",
    "PT0.25S,250 ms",
    "PT1S,1 s",
    "PT1.5S,1.5 s",
    "PT59S,59 s",
    "PT2M,2 min",
    "PT2M5S,2 min 5 s",
    "PT1M0.001S,1 min 1 s",
    "PT1H,1 h",
    "PT1H2M3S,1 h 2 min",
    "PT76H,3 d 4 h",
    "PT-1.5S,-1.5 s",
    "PT2562047788015H12M55S,106751991167 d 7 h"
  })
  void durationsAreShownAsAPersonWouldSay(String duration, String text) {
    assertThat(Durations.text(Duration.parse(duration))).isEqualTo(text);
  }
}
