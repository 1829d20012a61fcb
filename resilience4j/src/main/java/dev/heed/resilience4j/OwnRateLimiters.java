package dev.heed.resilience4j;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import dev.heed.guard.PlanLimits;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.time.Duration;
import java.util.List;

/** Rate limiters that the user made. */
record OwnRateLimiters(Own<RateLimiter> own) implements GuardFamily {

  @Override
  public GuardKind kind() {
    return own.kind();
  }

  @Override
  public String name() {
    return "rate limit";
  }

  @Override
  public String options() {
    return own.options();
  }

  @Override
  public boolean isShared() {
    return own.isShared();
  }

  @Override
  public Duration longestWait() {
    return own.isShared() ? own.of("").getRateLimiterConfig().getTimeoutDuration() : Duration.ZERO;
  }

  @Override
  public List<String> violations(PlanLimits limits) {
    if (!own.isShared()) {
      return List.of();
    }
    RateLimiter limiter = own.of("");
    return RateGuard.reserves(limiter) ? List.of() : List.of(RateGuard.wouldBlock(limiter));
  }

  @Override
  public Guard open(Partition partition) {
    RateLimiter limiter = own.of(partition.key());
    return new RateGuard(
        this,
        partition.time(),
        limiter,
        "your rate limiter '" + limiter.getName() + "' has no permission left");
  }
}
