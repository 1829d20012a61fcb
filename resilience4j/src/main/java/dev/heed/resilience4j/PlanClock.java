package dev.heed.resilience4j;

import dev.heed.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * The monotonic clock of a plan in the shape that Resilience4j takes. It begins at the epoch, and
 * no change of the wall clock shortens or lengthens the time for which a breaker stays open.
 */
final class PlanClock extends Clock {

  private final TimeSource time;
  private final long origin;

  private PlanClock(TimeSource time) {
    this.time = time;
    origin = time.nanoTime();
  }

  /** Settings of a breaker that measures all its times on this source. */
  static CircuitBreakerConfig.Builder breakerOn(TimeSource time) {
    return CircuitBreakerConfig.custom()
        .clock(new PlanClock(time))
        .currentTimestampFunction(clock -> time.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(time.nanoTime() - origin);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** The same: nothing here is shown to a person. */
  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
