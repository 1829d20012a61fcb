package dev.heed.resilience4j;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import dev.heed.time.Durations;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * At most so many in each period, in each partition; one more is refused at once, with the time
 * until the next period. With {@code perAttempt} it counts sends, with {@code perCall} calls.
 *
 * <pre>{@code
 * .perAttempt(RateLimit.of(50, Duration.ofSeconds(1)))
 * }</pre>
 *
 * <p>Immutable settings; each partition has a rate limiter of Resilience4j of its own, on the
 * plan's clock. Periods follow each other from the first call on: at a border, up to twice as many
 * may come close together.
 */
public final class RateLimit implements GuardFamily {

  private final int most;
  private final Duration period;

  private RateLimit(int most, Duration period) {
    this.most = most;
    this.period = period;
  }

  /**
   * A limit.
   *
   * @param most how many in each period; at least 1
   * @param period its length; positive
   * @throws IllegalArgumentException when either is not
   */
  public static RateLimit of(int most, Duration period) {
    Objects.requireNonNull(period, "period");
    if (most < 1 || period.isNegative() || period.isZero()) {
      throw new IllegalArgumentException(
          "a rate limit needs a positive number in a positive period: "
              + most
              + " in "
              + Durations.text(period));
    }
    return new RateLimit(most, period);
  }

  @Override
  public GuardKind kind() {
    return GuardKind.LIMIT;
  }

  @Override
  public String name() {
    return "rate limit";
  }

  @Override
  public String options() {
    return most + " in " + Durations.text(period);
  }

  @Override
  public Guard open(Partition partition) {
    RateLimiterConfig config =
        RateLimiterConfig.custom()
            .limitForPeriod(most)
            .limitRefreshPeriod(period)
            .timeoutDuration(Duration.ZERO)
            .build();
    return new RateGuard(
        this,
        partition.time(),
        new AtomicRateLimiter(partition.key(), config, partition.time()::nanoTime),
        "the rate limit of " + options() + " is reached: raise it, or send less");
  }

  /** Whether the settings are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RateLimit that && most == that.most && period.equals(that.period);
  }

  @Override
  public int hashCode() {
    return Objects.hash(most, period);
  }
}
