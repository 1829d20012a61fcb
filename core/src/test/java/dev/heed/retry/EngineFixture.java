package dev.heed.retry;

import dev.heed.Heed;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.Parameter;

/** A plan on virtual time and a stub host, driven by one of the two drivers. */
abstract class EngineFixture {

  @Parameter Driver driver;

  final VirtualTime time = new VirtualTime();
  final Heed.Builder plan = Heed.builder("test").time(time).retry(r -> r.jitter(Jitter.NONE));
  StubExchange exchange = new StubExchange(time, Step.reply(200));

  StubExchange script(Step... steps) {
    exchange = new StubExchange(time, steps);
    return exchange;
  }

  Reply call() throws Exception {
    return driver.run(plan.build(), exchange);
  }

  Reply call(CallOptions options) throws Exception {
    return driver.run(plan.build(), exchange, options);
  }

  /** What the call raises. */
  Throwable failure() {
    return failure(CallOptions.none());
  }

  Throwable failure(CallOptions options) {
    try {
      Reply reply = call(options);
      throw new AssertionError("the call did not fail: " + reply);
    } catch (Exception e) {
      return e;
    }
  }

  List<Duration> sentAt() {
    return exchange.sends.stream().map(Sent::at).toList();
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }
}
