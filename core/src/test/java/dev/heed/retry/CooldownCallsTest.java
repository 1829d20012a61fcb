package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.WaitedBecause;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One server's wish to be left alone is heeded by all calls of the plan. */
@Tag("G7")
final class CooldownCallsTest {

  private final VirtualTime time = new VirtualTime();
  private final Heed.Builder plan =
      Heed.builder("test").time(time).retry(r -> r.maxDelay(Duration.ofMinutes(2)));
  private final List<Duration> sends = new ArrayList<>();

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private CompletableFuture<Reply> start(Heed built, StubExchange exchange) {
    return built.engine().start(exchange, CallOptions.none());
  }

  private StubExchange script(Step... steps) {
    return new StubExchange(time, steps);
  }

  private List<Duration> sentAt(List<StubExchange> exchanges) {
    exchanges.forEach(exchange -> exchange.sends.forEach(sent -> sends.add(sent.at())));
    return sends.stream().sorted().toList();
  }

  @Test
  void noCallToTheSamePlaceIsSentInsideTheHintAndAnotherPlaceIsNotDelayed() {
    Heed built = plan.cooldown(c -> c.maxWait(Duration.ofMinutes(2))).build();
    StubExchange asked = script(Step.reply(429, "60"), Step.reply(200));
    List<StubExchange> others =
        IntStream.range(0, 4).mapToObj(i -> script(Step.reply(200))).toList();
    StubExchange elsewhere = script(Step.reply(200)).to("https://other.example.com/");

    CompletableFuture<Reply> first = start(built, asked);
    others.forEach(other -> start(built, other));
    start(built, elsewhere);

    assertThat(elsewhere.sends).hasSize(1);
    time.advance(seconds(59.999));
    assertThat(others).allSatisfy(other -> assertThat(other.sends).isEmpty());
    time.advance(Duration.ofMinutes(1));
    assertThat(first).isCompleted();
    assertThat(sentAt(others))
        .containsExactly(seconds(60), seconds(62.5), seconds(65), seconds(67.5));
    assertThat(asked.sends.get(1).at()).isBetween(seconds(60), seconds(70));
  }

  @Test
  void callsThatWereAllAskedDoNotComeBackTogether() {
    Heed built = plan.cooldown().build();
    List<StubExchange> all =
        IntStream.range(0, 1000)
            .mapToObj(i -> script(Step.reply(503, "20").after(seconds(0.1)), Step.reply(200)))
            .toList();
    all.forEach(exchange -> start(built, exchange));

    time.advance(seconds(60));

    List<Duration> retries =
        sentAt(all).stream().filter(at -> at.compareTo(Duration.ZERO) > 0).toList();
    assertThat(retries).hasSize(1000).allMatch(at -> at.compareTo(seconds(20.1)) >= 0);
    for (int second = 0; second < 10; second++) {
      Duration from = seconds(20.1 + second);
      assertThat(retries)
          .filteredOn(at -> at.compareTo(from) >= 0 && at.compareTo(from.plusSeconds(1)) < 0)
          .hasSizeBetween(98, 102);
    }
  }

  @Test
  void aSingleCallIsNotDelayedByItsOwnCooldown() {
    StubExchange only = script(Step.reply(503, "20"), Step.reply(200));
    start(plan.cooldown().build(), only);

    time.advance(seconds(60));

    assertThat(only.sends).extracting(Sent::at).containsExactly(seconds(0), seconds(20));
  }

  @Test
  void callsThatAlreadyRetryAreHeldToo() {
    Heed built = plan.cooldown().retry(r -> r.jitter(Jitter.NONE)).build();
    StubExchange retrying = script(Step.reply(503), Step.reply(200));
    StubExchange asked = script(Step.reply(429, "20"));
    start(built, retrying);
    start(built, asked);

    time.advance(seconds(60));

    assertThat(retrying.sends.get(1).at()).isBetween(seconds(20), seconds(30));
  }

  @Test
  void whenTheFirstIsAskedAgainItHoldsTheOthersBack() {
    Heed built = plan.cooldown().build();
    StubExchange probe = script(Step.reply(503, "10"), Step.reply(200));
    List<StubExchange> others =
        IntStream.range(0, 3).mapToObj(i -> script(Step.reply(200))).toList();
    start(built, script(Step.reply(503, "10"), Step.reply(200)));
    start(built, probe);
    others.forEach(other -> start(built, other));

    time.advance(Duration.ofMinutes(2));

    assertThat(probe.sends.get(0).at()).isEqualTo(seconds(10));
    assertThat(sentAt(others)).hasSize(3).allMatch(at -> at.compareTo(seconds(20)) >= 0);
  }

  @Test
  void aCallThatCannotWaitIsRefusedAtOnceWithTheTimeThatIsLeft() {
    Heed built = plan.cooldown(c -> c.refuse()).retry(r -> r.maxRetries(0)).build();
    start(built, script(Step.reply(429, "60")));
    time.advance(seconds(10));

    assertThat(start(built, script(Step.reply(200))))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.retryAfter()).contains(seconds(50));
              assertThat(refused.gaveUpBecause()).contains(GaveUpBecause.REFUSED);
            });
  }

  @Test
  void aRefusedCallWhoseTimeIsShorterThanThePauseKnowsItAtOnce() {
    Heed built = plan.cooldown().callTimeout(seconds(30)).build();
    start(built, script(Step.reply(503, "25"), Step.reply(200)));
    CompletableFuture<Reply> hurried =
        built
            .engine()
            .start(script(Step.reply(200)), CallOptions.builder().callTimeout(seconds(5)).build());

    assertThat(hurried)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.gaveUpBecause()).contains(GaveUpBecause.DEADLINE));
  }

  @Test
  @Tag("V1")
  void theReportSaysThatACooldownHeldTheCall() {
    Heed built = plan.cooldown().retry(r -> r.maxRetries(0)).reports(true).build();
    start(built, script(Step.reply(503, "8")));
    CompletableFuture<Reply> held = start(built, script(Step.reply(200)));
    time.advance(seconds(20));

    CallReport report = CallReport.of(held.join());
    assertThat(report.waited()).isEqualTo(seconds(8));
    assertThat(report.heldAtFirst().orElseThrow().waitedBecause()).contains(WaitedBecause.COOLDOWN);
  }

  @Test
  void withoutOneOnlyTheCallThatWasAskedWaits() {
    StubExchange neighbor = script(Step.reply(200));
    Heed built = plan.build();
    start(built, script(Step.reply(429, "60")));
    start(built, neighbor);

    assertThat(neighbor.sends).hasSize(1);
    assertThat(neighbor.uri())
        .isEqualTo(URI.create("https://api.example.com/v1/things?key=secret"));
  }
}
