package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.store.SegmentName.Kind;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D4")
class SegmentNameTest {

  @Test
  void namesAreReadAsTheyWereWritten() {
    for (Kind kind : Kind.values()) {
      SegmentName name =
          kind == Kind.OPEN
              ? SegmentName.open(17)
              : new SegmentName(kind, 1_234_567_890_123L, 250, 50_000, -7);
      assertThat(SegmentName.of(name.text())).contains(name);
      assertThat(SegmentName.claims(name.text())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.open",
        "+00000000001.open",
        "-00000000001.open",
        ".open",
        "open",
        "",
        "000000000001.open.tmp",
        "000000000001.batch",
        "000000000001.1.batch",
        "000000000001.1.2.batch",
        "000000000001.1.2.3.4.batch",
        "000000000001.01.2.3.batch",
        "000000000001.1.2.x.part",
        "000000000001.99999999999.2.3.batch",
        "99999999999999999999.1.2.3.batch",
        "\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661.open"
      })
  void otherNamesAreNone(String name) {
    assertThat(SegmentName.of(name)).isEmpty();
  }

  @Test
  void timesThatReachBeyondNamesAreBounded() {
    assertThat(SegmentName.millis(Instant.ofEpochMilli(-5))).isEqualTo(-5);
    assertThat(SegmentName.millis(Instant.MAX)).isEqualTo(999_999_999_999_999_999L);
    assertThat(SegmentName.millis(Instant.MIN)).isEqualTo(-999_999_999_999_999_999L);
  }
}
