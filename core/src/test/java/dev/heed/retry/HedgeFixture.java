package dev.heed.retry;

import dev.heed.Heed;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.Parameter;

/** A plan that hedges, on virtual time and a stub host, driven by one of the two drivers. */
abstract class HedgeFixture {

  @Parameter Driver driver;

  final VirtualTime time = new VirtualTime();
  final Heed.Builder plan = Heed.builder("test").time(time).hedge(h -> {}).reports(true);
  StubExchange exchange = new StubExchange(time, Step.reply(200));

  StubExchange script(Step... steps) {
    exchange = new StubExchange(time, steps);
    return exchange;
  }

  Reply call() throws Exception {
    return driver.run(plan.build(), exchange);
  }

  /** What the call raises. */
  Throwable failure() {
    try {
      Reply reply = call();
      throw new AssertionError("the call did not fail: " + reply);
    } catch (Exception e) {
      return e;
    }
  }

  List<Duration> sentAt() {
    return exchange.sends.stream().map(Sent::at).toList();
  }

  /** What is reported of each attempt, without the decision. */
  static List<String> attemptsOf(Object responseOrFailure) {
    return CallReport.of(responseOrFailure).attempts().stream().map(HedgeFixture::text).toList();
  }

  private static String text(AttemptReport attempt) {
    String text = attempt.toString();
    int decision = text.indexOf(" (");
    return decision < 0 ? text : text.substring(0, decision);
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
