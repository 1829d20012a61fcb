package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Every format of a single value on text of a fuzzer's making, against the slow reference. */
@Tag("H1")
@Tag("H3")
@Tag("H4")
class FormatsFuzzTest {

  @FuzzTest
  void seconds(FuzzedDataProvider data) {
    check(HintFormat.SECONDS, data);
  }

  @FuzzTest
  void milliseconds(FuzzedDataProvider data) {
    check(HintFormat.MILLISECONDS, data);
  }

  @FuzzTest
  void unixSeconds(FuzzedDataProvider data) {
    check(HintFormat.UNIX_SECONDS, data);
  }

  @FuzzTest
  void unixMilliseconds(FuzzedDataProvider data) {
    check(HintFormat.UNIX_MILLISECONDS, data);
  }

  @FuzzTest
  void detect(FuzzedDataProvider data) {
    check(HintFormat.DETECT, data);
  }

  @FuzzTest
  void goDuration(FuzzedDataProvider data) {
    check(HintFormat.GO_DURATION, data);
  }

  @FuzzTest
  void iso8601(FuzzedDataProvider data) {
    check(HintFormat.ISO_8601, data);
  }

  @FuzzTest
  void retryAfter(FuzzedDataProvider data) {
    check(HintFormat.RETRY_AFTER, data);
  }

  private static void check(HintFormat format, FuzzedDataProvider data) {
    Instant now = Instant.ofEpochSecond(data.consumeLong(-62_167_219_200L, 253_402_300_799L));
    String text = data.consumeRemainingAsString();
    ResponseHead head = ResponseHead.of(429, Map.of("x-wait", List.of(text)));
    Hint hint = Hints.header("x-wait", format).read(head, now);
    ReferenceReaders.Reader reference =
        ReferenceReaders.one("x-wait", ReferenceValues.FORMATS.get(format));

    assertThat(ReadersAgainstReferenceTest.agree(hint, reference.read(head, now)))
        .as("%s of '%s' at %s", hint, text, now)
        .isTrue();
  }
}
