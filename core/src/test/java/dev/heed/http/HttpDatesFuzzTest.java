package dev.heed.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import org.junit.jupiter.api.Tag;

class HttpDatesFuzzTest {

  @FuzzTest
  @Tag("H1")
  void noTextMakesItThrow(FuzzedDataProvider data) {
    Instant now = Instant.ofEpochSecond(data.consumeLong(-62_167_219_200L, 253_402_300_799L));
    String text = data.consumeRemainingAsString();

    long second = HttpDates.epochSecond(text, now);

    assertThat(HttpDates.parse(text, now).isPresent()).isEqualTo(second != HttpDates.MALFORMED);
  }
}
