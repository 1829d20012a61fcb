package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VerdictsTest {

  @Test
  @Tag("R8")
  void standardTakesTheFirstOfItsFields() {
    Verdict verdict =
        Verdicts.standard()
            .read(
                head(
                    Map.of(
                        "X-Should-Retry", List.of("true"),
                        "Stripe-Should-Retry", List.of("false"))),
                Instant.EPOCH);

    assertThat(verdict).isEqualTo(Verdict.retry("x-should-retry", "true"));
  }

  @Test
  @Tag("R8")
  void unreadableVerdictFallsThrough() {
    Verdict verdict =
        Verdicts.standard()
            .read(
                head(
                    Map.of(
                        "X-Should-Retry", List.of("TRUE"),
                        "Grpc-Retry-Pushback-Ms", List.of("5"))),
                Instant.EPOCH);

    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.DELAY);
    assertThat(verdict.delay()).isEqualTo(Duration.ofMillis(5));
  }

  @Test
  void readersShowTheFieldsThatTheyRead() {
    assertThat(Verdicts.standard().name())
        .isEqualTo("x-should-retry or stripe-should-retry or grpc-retry-pushback-ms");
    assertThat(Verdicts.envoy().orElse((head, now) -> Verdict.none()).name())
        .isEqualTo("x-envoy-ratelimited or custom");
  }

  @Test
  void verdictsTellWhatDecided() {
    assertThat(Verdict.none()).hasToString("no verdict");
    assertThat(Verdict.none().value()).isEmpty();
    assertThat(Verdict.stop("h", "false").header()).contains("h");
    assertThat(Verdict.stop("h", "false").value()).contains("false");
    assertThat(Verdict.stop("h", "false")).hasToString("h: false (stop)");
    assertThat(Verdict.retry("h", "true")).hasToString("h: true (retry)");
    assertThat(Verdict.delay(Duration.ofMillis(250), "h", "250"))
        .hasToString("h: 250 (retry after 250 ms)");
  }

  @Test
  void verdictsWithTheSamePartsAreEqual() {
    Verdict verdict = Verdict.delay(Duration.ofMillis(250), "h", "250");
    Verdict same = Verdict.delay(Duration.ofMillis(250), "h", "250");

    assertThat(verdict).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(verdict)
        .isNotEqualTo(Verdict.delay(Duration.ofMillis(251), "h", "250"))
        .isNotEqualTo(Verdict.delay(Duration.ofMillis(250), "g", "250"))
        .isNotEqualTo(Verdict.delay(Duration.ofMillis(250), "h", "0.25"));
    assertThat(Verdict.retry("h", "true")).isNotEqualTo(Verdict.stop("h", "true"));
  }

  @Test
  void delayIsNeverNegative() {
    assertThatThrownBy(() -> Verdict.delay(Duration.ofMillis(-1), "h", "-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a delay must not be negative, but is -1 ms");
  }

  private static ResponseHead head(Map<String, List<String>> headers) {
    return ResponseHead.of(503, headers);
  }
}
