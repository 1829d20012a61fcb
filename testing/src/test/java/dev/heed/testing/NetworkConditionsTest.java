package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X4")
class NetworkConditionsTest {

  private static final Reply FINE = Reply.text("fine");
  private static final int MANY = 10_000;

  private static final NetworkConditions ROUGH =
      new NetworkConditions(42)
          .delay(Duration.ofMillis(100))
          .variance(0.4)
          .failureRate(0.1)
          .errorRate(0.2, Reply.status(503));

  private static List<Reply> replies(NetworkConditions conditions) {
    return IntStream.rangeClosed(1, MANY)
        .mapToObj(number -> NetworkConditions.apply(conditions, number, FINE))
        .toList();
  }

  private static List<String> texts(NetworkConditions conditions) {
    return replies(conditions).stream().map(Reply::toString).toList();
  }

  @Test
  void nothingHappensUntilItIsAskedFor() {
    assertThat(texts(new NetworkConditions(42))).containsOnly(FINE.toString());
    assertThat(NetworkConditions.apply(null, 1, FINE)).isSameAs(FINE);
  }

  @Test
  void sameSeedDoesTheSame() {
    assertThat(texts(ROUGH)).isEqualTo(texts(ROUGH));
  }

  @Test
  void anotherSeedDoesSomethingElse() {
    NetworkConditions other = new NetworkConditions(43).failureRate(0.1);
    assertThat(texts(other)).isNotEqualTo(texts(new NetworkConditions(42).failureRate(0.1)));
  }

  @Test
  void whatHappensToARequestIsTheSameOnEveryJdk() {
    assertThat(texts(ROUGH).subList(0, 4))
        .containsExactly(
            "reset, delayed by 88 ms",
            FINE + ", delayed by 78 ms",
            FINE + ", delayed by 110 ms",
            FINE + ", delayed by 102 ms");
  }

  @Test
  void ratesAreKept() {
    List<String> texts = texts(ROUGH);
    assertThat(share(texts, "reset")).isBetween(0.09, 0.11);
    // Of the nine tenths that do not fail.
    assertThat(share(texts, "503")).isBetween(0.165, 0.195);
  }

  private static double share(List<String> texts, String start) {
    return texts.stream().filter(text -> text.startsWith(start)).count() / (double) MANY;
  }

  @Test
  void delayVariesEvenlyAroundItself() {
    List<Duration> delays = replies(ROUGH).stream().map(reply -> reply.pace().delay()).toList();
    assertThat(delays)
        .allMatch(d -> d.compareTo(Duration.ofMillis(60)) >= 0)
        .allMatch(d -> d.compareTo(Duration.ofMillis(140)) <= 0)
        .anyMatch(d -> d.compareTo(Duration.ofMillis(61)) < 0)
        .anyMatch(d -> d.compareTo(Duration.ofMillis(139)) > 0);
    assertThat(delays.stream().mapToLong(Duration::toNanos).average().orElseThrow())
        .isBetween(99e6, 101e6);
  }

  @Test
  void delayAddsToThatOfTheReply() {
    NetworkConditions slow = new NetworkConditions(1).delay(Duration.ofSeconds(1));
    assertThat(NetworkConditions.apply(slow, 1, FINE.delayed(Duration.ofSeconds(2))).pace().delay())
        .hasSeconds(3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void shareIsBetweenZeroAndOne(double share) {
    NetworkConditions fine = new NetworkConditions(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fine.variance(share))
        .withMessage("variance must be at least 0 and at most 1: " + share);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fine.failureRate(share))
        .withMessage("failureRate must be at least 0 and at most 1: " + share);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fine.errorRate(share, FINE))
        .withMessage("errorRate must be at least 0 and at most 1: " + share);
  }

  @Test
  void delayIsNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NetworkConditions(1).delay(Duration.ofSeconds(-1)))
        .withMessage("delay must not be negative: -1 s");
  }

  @Test
  void theySayWhatTheyDo() {
    assertThat(ROUGH).hasToString("seed 42: delay 100 ms, variance 0.4, failures 0.1, errors 0.2");
  }
}
