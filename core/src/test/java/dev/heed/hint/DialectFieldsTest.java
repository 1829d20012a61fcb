package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which fields a reader looks at: those of its dialect, and for absolute times Date and Age. */
class DialectFieldsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @MethodSource("namesOfAll")
  @Tag("H9")
  void readerLooksAtNothingOutsideItsDialect(String reader) {
    Set<String> asked = new TreeSet<>();
    for (String value : List.of("", "0", "9", "1767225660", "x", "2026-01-01T00:05Z")) {
      for (int status : new int[] {200, 400, 403, 429, 503, 529}) {
        Hints.named(reader).read(new Recorder(status, value, asked), NOW);
      }
    }
    asked.removeAll(Set.of("date", "age"));
    assertThat(FieldsOfDialects.of(reader)).containsAll(asked);
  }

  @ParameterizedTest
  @MethodSource("namesOfAll")
  @Tag("H9")
  void relativeTimeNeedsNoDate(String reader) {
    Set<String> asked = new TreeSet<>();

    Hints.named(reader).read(new Recorder(429, "9", asked), NOW);

    assertThat(asked).doesNotContain("date", "age");
  }

  @Test
  @Tag("H9")
  void unknownFieldNeverChangesTheUnitOfAKnownOne() {
    assertThat(HintVectorsTest.hints())
        .allSatisfy(
            vector -> {
              Hint alone = vector.hintReader().read(vector.head(), vector.now());
              ResponseHead more = new WithUnknownFields(vector.head());
              assertThat(vector.hintReader().read(more, vector.now())).isEqualTo(alone);
            });
  }

  static List<String> namesOfAll() {
    return Hints.names();
  }

  /** Has every field, always with the same value, and writes down which ones it is asked for. */
  private record Recorder(int status, String value, Set<String> asked) implements ResponseHead {

    @Override
    public List<String> values(String name) {
      asked.add(name.toLowerCase(Locale.ROOT));
      return List.of(value);
    }
  }

  private record WithUnknownFields(ResponseHead head) implements ResponseHead {

    private static final Set<String> UNKNOWN =
        Set.of("Retry-After-Unit", "X-Retry-After", "X-RateLimit-Unit", "Retry-After-Seconds");

    @Override
    public int status() {
      return head.status();
    }

    @Override
    public List<String> values(String name) {
      return UNKNOWN.contains(name) ? List.of("1") : head.values(name);
    }
  }
}
