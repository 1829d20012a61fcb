package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.hint.ReferenceValues.Answer;
import dev.heed.http.ResponseHead;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random responses, read by each reader and by a slow second one that shares no code with it. Where
 * the tests are run many times over, {@code -Dheed.test.responses=1000} asks for fewer.
 */
@Tag("H1")
@Tag("H3")
@Tag("H6")
class ReadersAgainstReferenceTest {

  private static final int RESPONSES = Integer.getInteger("heed.test.responses", 40_000);
  private static final int VALUES = RESPONSES / 2 * 5;

  /** The parts of a duration in units of hours and days are rounded up one by one. */
  private static final BigDecimal ROUNDING = new BigDecimal("0.001");

  @ParameterizedTest
  @MethodSource("readers")
  void namedReaderAgreesWithItsReference(String name) {
    HintReader reader = name.equals("sentry(error)") ? Hints.sentry("error") : Hints.named(name);
    compare(reader, ReferenceReaders.ALL.get(name), FieldsOfDialects.of(name), name.hashCode());
  }

  @ParameterizedTest
  @EnumSource(HintFormat.class)
  @Tag("H4")
  void formatAgreesWithItsReference(HintFormat format) {
    compare(
        Hints.header("x-wait", format),
        ReferenceReaders.one("x-wait", ReferenceValues.FORMATS.get(format)),
        List.of("x-wait"),
        format.name().hashCode());
  }

  private static void compare(
      HintReader reader, ReferenceReaders.Reader reference, List<String> fields, long seed) {
    RandomHeads heads = new RandomHeads(seed);
    int waits = 0;
    for (int i = 0; i < RESPONSES || heads.values() < VALUES; i++) {
      Instant now = heads.nextNow();
      ResponseHead head = heads.nextHead(fields);
      Hint hint = reader.read(head, now);
      Answer expected = reference.read(head, now);
      waits += hint.kind() == Hint.Kind.WAIT ? 1 : 0;
      if (!agree(hint, expected)) {
        assertThat(hint).as("%s at %s", head, now).hasToString(expected.toString());
      }
    }
    assertThat(waits)
        .as("responses with a hint")
        .isGreaterThan(reader == Hints.none() ? -1 : RESPONSES / 10);
  }

  static boolean agree(Hint hint, Answer expected) {
    if (hint.kind() != expected.kind() || hint.duration().isNegative()) {
      return false;
    }
    if (hint.kind() != Hint.Kind.WAIT) {
      return true;
    }
    BigDecimal excess = seconds(hint.duration()).subtract(expected.seconds());
    return excess.signum() >= 0 && excess.compareTo(ROUNDING) < 0;
  }

  private static BigDecimal seconds(Duration wait) {
    return BigDecimal.valueOf(wait.getSeconds()).add(BigDecimal.valueOf(wait.getNano(), 9));
  }

  static Set<String> readers() {
    return ReferenceReaders.ALL.keySet();
  }
}
