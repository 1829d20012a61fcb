package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** Keeps the compiler from finding out that nobody needs the hints. */
  private static volatile Hint last = Hint.none();

  @Test
  @Tag("H2")
  void digitsAreSeconds() {
    Hint hint = read("120");

    assertThat(hint).isEqualTo(Hint.waitFor(Duration.ofMinutes(2), "Retry-After", "120"));
  }

  @Test
  @Tag("H2")
  void dateIsComparedWithTheClock() {
    assertThat(read("Thu, 01 Jan 2026 00:00:30 GMT").duration()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  @Tag("H7")
  void datePartOfASecondAheadIsNotRoundedDown() {
    Instant halfPast = NOW.plusMillis(500);
    Hint hint = Hints.retryAfter().read(head("Thu, 01 Jan 2026 00:00:01 GMT"), halfPast);

    assertThat(hint.duration()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  @Tag("H7")
  void wrongLocalClockDoesNotMatterWhereTheServerTellsItsOwn() {
    ResponseHead head =
        ResponseHead.of(
            503,
            Map.of(
                "Date", List.of("Thu, 01 Jan 2026 00:00:00 GMT"),
                "Retry-After", List.of("Thursday, 01-Jan-26 00:00:30 GMT")));

    for (String clock :
        List.of("1970-01-01T00:00:00Z", "2026-01-01T00:10:00Z", "2099-01-01T00:00:00Z")) {
      Hint hint = Hints.retryAfter().read(head, Instant.parse(clock));
      assertThat(hint.duration()).as(clock).isEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  @Tag("H3")
  void blanksAndTabsAroundTheValueAreIgnored() {
    assertThat(read(" \t120\t ")).isEqualTo(read("120"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00A0120", "120\n", "1 20", "\u2003120", "12\u00000"})
  @Tag("H3")
  void otherWhiteSpaceIsMalformed(String value) {
    assertThat(read(value)).isEqualTo(Hint.none());
  }

  @Test
  @Tag("H6")
  void numberOfAnyLengthIsTooLongAndReadInOnePass() {
    Hint hint = read("9".repeat(1_000_000));

    assertThat(hint.kind()).isEqualTo(Hint.Kind.TOO_LONG);
    assertThat(hint.duration()).isEqualTo(Hint.FOREVER);
  }

  @Test
  @Tag("H6")
  void longestWaitThatIsNotTooLongFitsInMilliseconds() {
    Hint hint = read("9223372036854774.999999999");

    assertThat(hint.kind()).isEqualTo(Hint.Kind.WAIT);
    assertThat(hint.duration().toMillis()).isEqualTo(9_223_372_036_854_774_999L);
  }

  @Test
  @Tag("H6")
  void extremeClockDoesNotMakeADateWrap() {
    ResponseHead head = head("Fri, 31 Dec 9999 23:59:59 GMT");

    assertThat(Hints.retryAfter().read(head, Instant.MIN).duration()).isPositive();
    assertThat(Hints.retryAfter().read(head, Instant.MAX).duration()).isZero();
  }

  @Test
  @Tag("H1")
  void readingSecondsCreatesNothingButTheHintAndItsDuration() {
    ResponseHead head = head("120");
    long needed = bytesOf(() -> Hint.waitFor(Duration.ofMinutes(2), "Retry-After", "120"));

    long used = bytesOf(() -> Hints.retryAfter().read(head, NOW));

    assertThat(used).isEqualTo(needed);
  }

  private static long bytesOf(Supplier<Hint> supplier) {
    int rounds = 20_000;
    long all =
        Allocations.during(
            () -> {
              for (int i = 0; i < rounds; i++) {
                last = supplier.get();
              }
            });
    return all / rounds;
  }

  private static Hint read(String value) {
    return Hints.retryAfter().read(head(value), NOW);
  }

  private static ResponseHead head(String value) {
    return ResponseHead.of(429, Map.of("retry-after", List.of(value)));
  }
}
