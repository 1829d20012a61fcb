package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HintsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final HintReader A = Hints.header("a", HintFormat.SECONDS);
  private static final HintReader B = Hints.header("b", HintFormat.SECONDS);
  private static final String TOO_LARGE = "99999999999999999999";

  @ParameterizedTest
  @MethodSource("names")
  @Tag("H8")
  void readerIsFoundByTheNameThatItShows(String name) {
    assertThat(Hints.named(name).name()).isEqualTo(name);
  }

  @Test
  @Tag("H8")
  void namesAreThoseOfTheCommandLine() {
    assertThat(Hints.names())
        .containsExactly(
            "retry-after",
            "azure",
            "aws",
            "github",
            "jira",
            "standard",
            "openai",
            "anthropic",
            "linear",
            "sentry",
            "ratelimit-fields",
            "ratelimit-reset",
            "none");
  }

  @ParameterizedTest
  @CsvSource({
    "GitHub, github",
    "retryafter, retry-after",
    "rate-limit-fields, ratelimit-fields",
    "linar, linear",
    "azuer, azure"
  })
  void unknownNameIsAnsweredWithTheNearestAndWithAll(String name, String nearest) {
    assertThatThrownBy(() -> Hints.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no hint reader named '%s'; did you mean '%s'? If not, the names are: %s",
            name, nearest, String.join(", ", Hints.names()));
  }

  @Test
  void unknownNameThatIsNearNoneIsAnsweredWithAll() {
    assertThatThrownBy(() -> Hints.named("x"))
        .hasMessage(
            "there is no hint reader named 'x'; the names are: %s",
            String.join(", ", Hints.names()));
  }

  @Test
  @Tag("H5")
  void nextReaderIsAskedOnlyWhereTheFirstFindsNothing() {
    HintReader reader = A.orElse(B);

    assertThat(read(reader, "a", "1", "b", "2").duration()).isEqualTo(Duration.ofSeconds(1));
    assertThat(read(reader, "a", "x", "b", "2").duration()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  @Tag("H6")
  void valueTooLargeFallsThroughButIsNotForgotten() {
    HintReader reader = A.orElse(B);

    assertThat(read(reader, "a", TOO_LARGE, "b", "2").duration()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read(reader, "a", TOO_LARGE, "b", "x")).isEqualTo(Hint.tooLong("a", TOO_LARGE));
    assertThat(read(reader, "a", "x", "b", TOO_LARGE)).isEqualTo(Hint.tooLong("b", TOO_LARGE));
  }

  @Test
  void firstOfIsAChain() {
    assertThat(read(Hints.firstOf(A, B), "a", "1", "b", "2").duration()).isEqualTo(seconds(1));
    assertThat(read(Hints.firstOf(A, B), "a", "", "b", "2").duration()).isEqualTo(seconds(2));
    assertThat(Hints.firstOf(A, B).name()).isEqualTo("a or b");
    assertThat(read(Hints.firstOf(), "a", "1", "b", "2")).isEqualTo(Hint.none());
  }

  @Test
  void maxOfTakesTheLongest() {
    assertThat(read(Hints.maxOf(A, B), "a", "1", "b", "2").duration()).isEqualTo(seconds(2));
    assertThat(read(Hints.maxOf(A, B), "a", "3", "b", "2").duration()).isEqualTo(seconds(3));
    assertThat(read(Hints.maxOf(A, B), "a", "3", "b", TOO_LARGE).kind())
        .isEqualTo(Hint.Kind.TOO_LONG);
    assertThat(Hints.maxOf(A, B).name()).isEqualTo("longest of a, b");
  }

  @Test
  void ofEqualWaitsTheFirstDecides() {
    assertThat(read(Hints.maxOf(A, B), "a", "2", "b", "2.0").header()).contains("a");
    assertThat(read(Hints.maxOf(B, A), "a", "2", "b", "2.0").header()).contains("b");
  }

  @Test
  @Tag("H8")
  void valueIsThatOfTheLimitThatDecided() {
    assertThat(value(Hints.sentry(), "X-Sentry-Rate-Limits", "60:error:key, 2700:default:org"))
        .contains("2700:default:org");
    assertThat(
            value(Hints.rateLimitFields(), "RateLimit", "\"burst\";r=0;t=10, \"daily\";r=0;t=3600"))
        .contains("\"daily\";r=0;t=3600");
    assertThat(value(Hints.standard(), "Retry-After", "5, 120")).contains("120");
  }

  @Test
  void readersWithAnArgumentShowIt() {
    assertThat(Hints.sentry("error").name()).isEqualTo("sentry (error)");
    assertThat(Hints.rateLimitFields("Beta-RateLimit").name()).isEqualTo("Beta-RateLimit");
    assertThat(Hints.header("X-Wait", HintFormat.SECONDS).name()).isEqualTo("X-Wait");
  }

  @Test
  @Tag("R1")
  void onStatusReadsOnTheseStatusesOnlyAndNamesTheErrorsAmongThem() {
    HintReader reader = Hints.onStatus(A, 200, 399, 400, 418);

    assertThat(reader.read(head(418, "a", "1"), NOW).duration()).isEqualTo(seconds(1));
    assertThat(reader.read(head(429, "a", "1"), NOW)).isEqualTo(Hint.none());
    assertThat(List.of(400, 418)).allMatch(reader::namesStatus);
    assertThat(List.of(200, 399, 429)).noneMatch(reader::namesStatus);
    assertThat(reader.name()).isEqualTo("a on 200, 399, 400, 418");
  }

  @Test
  void paddingMakesEveryWaitLonger() {
    HintReader reader = Hints.padded(A, Duration.ofSeconds(1));

    assertThat(read(reader, "a", "0", "b", "9")).isEqualTo(Hint.waitFor(seconds(1), "a", "0"));
    assertThat(read(reader, "a", "", "b", "9")).isEqualTo(Hint.none());
    assertThat(reader.name()).isEqualTo("a + 1 s");
  }

  @Test
  @Tag("H6")
  void paddingNeverWraps() {
    HintReader reader = Hints.padded(A, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

    assertThat(read(reader, "a", "5", "b", "9")).isEqualTo(Hint.tooLong("a", "5"));
  }

  @Test
  @Tag("H6")
  void paddedWaitIsTooLongFromTheSameTimeOnAsAnyOther() {
    Duration limit = Duration.ofSeconds(9_223_372_036_854_775L);

    assertThat(read(Hints.padded(A, limit.minusSeconds(5)), "a", "5", "b", "9"))
        .isEqualTo(Hint.tooLong("a", "5"));
    assertThat(read(Hints.padded(A, limit.minusSeconds(5).minusNanos(1)), "a", "5", "b", "9"))
        .isEqualTo(Hint.waitFor(limit.minusNanos(1), "a", "5"));
  }

  @Test
  @Tag("H6")
  void manyPartsOfADurationNeverWrap() {
    HintReader reader = Hints.header("a", HintFormat.GO_DURATION);

    assertThat(read(reader, "a", "9223372036854774s".repeat(1500), "b", "9").kind())
        .isEqualTo(Hint.Kind.TOO_LONG);
  }

  @Test
  @Tag("W4")
  void paddingKeepsTheNegativeWaitOfACustomReader() {
    Hint stop = Hint.waitFor(Duration.ofSeconds(-1), "a", "stop");
    HintReader reader = Hints.padded((head, now) -> stop, Duration.ofMinutes(1));

    assertThat(read(reader, "a", "5", "b", "9")).isEqualTo(stop);
  }

  @Test
  @Tag("R1")
  void dialectsNameTheStatusesThatTheirProvidersMisuse() {
    assertThat(Hints.anthropic().namesStatus(529)).isTrue();
    assertThat(Hints.linear().namesStatus(400)).isTrue();
    assertThat(Hints.linear().orElse(Hints.anthropic()).namesStatus(529)).isTrue();
    assertThat(Hints.maxOf(Hints.linear(), A).namesStatus(400)).isTrue();
    assertThat(Hints.padded(Hints.linear(), seconds(1)).namesStatus(400)).isTrue();
    assertThat(Hints.names())
        .filteredOn(name -> Hints.named(name).namesStatus(400))
        .containsExactly("linear");
    assertThat(
            List.of(
                Hints.linear().orElse(Hints.anthropic()),
                Hints.maxOf(Hints.linear(), A),
                Hints.padded(Hints.linear(), seconds(1))))
        .noneMatch(reader -> reader.namesStatus(404));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "\u00E4", "a\r\nb", "a/b", "@", "[a]", "{a}", "a\u007F"})
  void nameThatNoFieldCanHaveIsRefused(String name) {
    assertThatThrownBy(() -> Hints.header(name, HintFormat.SECONDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("header field");
    assertThatThrownBy(() -> Hints.rateLimitFields(name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusalOfANameTellsWhichCharacterIsWrong() {
    assertThatThrownBy(() -> Hints.rateLimitFields("X Wait"))
        .hasMessage("'X Wait' is not the name of a header field: character 2 is not allowed");
  }

  @Test
  void nameMayHaveEveryCharacterOfAToken() {
    String token = "!#$%&'*+-.^_`|~09AZaz";

    assertThat(Hints.header(token, HintFormat.SECONDS).name()).isEqualTo(token);
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatThrownBy(() -> Hints.onStatus(A)).hasMessage("at least one status is needed");
    assertThatThrownBy(() -> Hints.onStatus(A, 429, 42))
        .hasMessage("a status is from 100 to 999, but one is 42");
    assertThatThrownBy(() -> Hints.onStatus(A, 1000)).hasMessageEndingWith("but one is 1000");
    assertThatThrownBy(() -> Hints.onStatus(A, 99)).hasMessageEndingWith("but one is 99");
    assertThat(Hints.onStatus(A, 100, 999).namesStatus(999)).isTrue();
    assertThatThrownBy(() -> Hints.padded(A, Duration.ofSeconds(-1)))
        .hasMessage("padding must not be negative, but is -1 s");
  }

  @Test
  void customReaderNeedsOneMethodOnly() {
    HintReader reader = (head, now) -> Hint.waitFor(seconds(7));

    assertThat(reader.name()).isEqualTo("custom");
    assertThat(reader.namesStatus(429)).isFalse();
    assertThat(read(reader.orElse(A), "a", "1", "b", "2").duration()).isEqualTo(seconds(7));
  }

  private static Optional<String> value(HintReader reader, String field, String value) {
    return reader.read(head(429, field, value), NOW).value();
  }

  static List<String> names() {
    return Hints.names();
  }

  private static Duration seconds(int count) {
    return Duration.ofSeconds(count);
  }

  private static ResponseHead head(int status, String name, String value) {
    return ResponseHead.of(status, Map.of(name, List.of(value)));
  }

  private static Hint read(HintReader reader, String a, String one, String b, String two) {
    return reader.read(ResponseHead.of(429, Map.of(a, List.of(one), b, List.of(two))), NOW);
  }
}
