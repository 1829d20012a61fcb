package dev.heed.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void shortAndIsoDurationsAreRead(String text, String duration) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.parse(duration));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "1d", "1e3s", "+1s", "-1s", ".5s", "1,5s", "٣s", "s", " 1s"})
  void otherTextIsRefusedWithTheWayToWriteIt(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'%s' is not a duration; write 250ms, 2s, 1m or PT1M30S", text);
  }

  @ParameterizedTest
  @CsvSource({"2 s,2s", "10sec,10s", "5 Minutes,5m", "1hr,1h", "20millis,20ms", "3S,3s"})
  void aUnitInOtherWordsIsAnsweredWithTheRightOne(String text, String meant) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessage("'%s' is not a duration, did you mean '%s'", text, meant);
  }

  @Test
  void aNumberWithoutAUnitIsRefusedWithTheUnitsThatThereAre() {
    assertThatThrownBy(() -> Durations.parse("30"))
        .hasMessage("'30' has no unit; write 30ms, 30s, 30m or 30h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "-PT1S"})
  void negativeDurationsAreRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessage("a duration must not be negative: " + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999999999h", "999999999999999999s", "P999999999D"})
  void durationsThatCannotBeHeldAreRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessage(text + " is too long; at most 292 years");
  }
}
