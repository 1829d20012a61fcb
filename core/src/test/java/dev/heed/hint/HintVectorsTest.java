package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything in {@code hints/vectors.txt}. */
@Tag("H1")
@Tag("H2")
@Tag("H3")
@Tag("H4")
@Tag("H5")
@Tag("H6")
@Tag("H7")
@Tag("H8")
@Tag("H10")
class HintVectorsTest {

  @ParameterizedTest
  @MethodSource("hints")
  void readerGivesTheAnswer(HintVector vector) {
    Hint hint = vector.hintReader().read(vector.head(), vector.now());

    assertThat(answer(hint)).isEqualTo(normal(vector.answer()));
    assertThat(hint.header().orElse("-")).isEqualTo(vector.field());
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  @Tag("R8")
  void readerGivesTheVerdict(HintVector vector) {
    Verdict verdict = vector.verdictReader().read(vector.head(), vector.now());

    assertThat(answer(verdict)).isEqualTo(normal(vector.answer()));
    assertThat(verdict.header().orElse("-")).isEqualTo(vector.field());
  }

  @ParameterizedTest
  @CsvSource({
    "ar-EG-u-nu-arab, America/Los_Angeles",
    "th-TH-u-ca-buddhist-nu-thai, Asia/Tokyo",
    "tr-TR, Pacific/Chatham",
    "ja-JP-u-ca-japanese, Asia/Kathmandu"
  })
  void answersAreTheSameInEveryLocaleAndZone(String locale, String zone) {
    Locale localeBefore = Locale.getDefault();
    TimeZone zoneBefore = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      assertThat(hints()).allSatisfy(this::readerGivesTheAnswer);
    } finally {
      Locale.setDefault(localeBefore);
      TimeZone.setDefault(zoneBefore);
    }
  }

  @Test
  void idsAreUnique() {
    assertThat(HintVector.all()).extracting(HintVector::id).doesNotHaveDuplicates();
  }

  @Test
  void everyNamedReaderHasCases() {
    assertThat(hints()).extracting(HintVector::reader).containsAll(Hints.names());
  }

  static List<HintVector> hints() {
    return HintVector.all().stream().filter(vector -> !vector.isVerdict()).toList();
  }

  static Stream<HintVector> verdicts() {
    return HintVector.all().stream().filter(HintVector::isVerdict);
  }

  private static String answer(Hint hint) {
    return switch (hint.kind()) {
      case NONE -> "none";
      case WAIT -> "wait " + hint.duration();
      case TOO_LONG -> "too-long";
    };
  }

  private static String answer(Verdict verdict) {
    return switch (verdict.kind()) {
      case NONE -> "none";
      case RETRY -> "retry";
      case STOP -> "stop";
      case DELAY -> "delay " + verdict.delay();
    };
  }

  /** Durations may be written in the way that is easiest to compare with the fields. */
  private static String normal(String answer) {
    int space = answer.indexOf(' ');
    return space < 0
        ? answer
        : answer.substring(0, space + 1) + Duration.parse(answer.substring(space + 1));
  }
}
