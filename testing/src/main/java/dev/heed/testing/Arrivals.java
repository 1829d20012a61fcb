package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** When requests arrive by one clock, counted from the start of the stub. */
final class Arrivals {

  private final TimeSource time;
  private final long start;

  Arrivals(TimeSource time) {
    this.time = time;
    this.start = time.nanoTime();
  }

  TimeSource time() {
    return time;
  }

  /**
   * A request that arrives now.
   *
   * @param before all that arrived before it
   * @param attempt as the client counts it; 0 where it does not say
   * @param subscriptions how often its body has been read
   */
  RecordedRequest arrive(
      List<RecordedRequest> before, Incoming incoming, int attempt, int subscriptions) {
    RecordedRequest.Arrival arrival =
        new RecordedRequest.Arrival(
            before.size() + 1,
            attempt > 0 ? attempt : incoming.countAmong(before),
            subscriptions,
            time.now(),
            Duration.ofNanos(time.nanoTime() - start));
    return new RecordedRequest(
        incoming.method, incoming.uri, incoming.headers, incoming.body, arrival, Map.of());
  }
}
