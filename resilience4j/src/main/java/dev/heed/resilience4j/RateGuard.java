package dev.heed.resilience4j;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.time.TimeSource;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.github.resilience4j.ratelimiter.internal.SemaphoreBasedRateLimiter;
import java.time.Duration;

/**
 * A rate limiter of Resilience4j as the guard of a partition. It is asked to reserve a permission,
 * which waits for nothing: the answer is the time until it may be used.
 */
final class RateGuard implements Guard {

  private final GuardFamily family;
  private final TimeSource time;
  private final RateLimiter limiter;
  private final String exhausted;

  RateGuard(GuardFamily family, TimeSource time, RateLimiter limiter, String exhausted) {
    this.family = family;
    this.time = time;
    this.limiter = limiter;
    this.exhausted = exhausted;
  }

  /** Whether it can tell when there is a permission, without making its caller wait for it. */
  static boolean reserves(RateLimiter limiter) {
    return !(limiter instanceof SemaphoreBasedRateLimiter);
  }

  static String wouldBlock(RateLimiter limiter) {
    return "your rate limiter '"
        + limiter.getName()
        + "' is a SemaphoreBasedRateLimiter, which holds its callers, and a guard never does: take"
        + " one that reserves permissions, such as those of a RateLimiterRegistry";
  }

  @Override
  public GuardFamily family() {
    return family;
  }

  @Override
  public Admission admit(Asker asker) {
    if (!reserves(limiter)) {
      return Refusal.because(wouldBlock(limiter));
    }
    long wait = limiter.reservePermission();
    if (wait == 0) {
      return Permit.free();
    }
    return wait > 0 ? new Reserved(time.nanoTime() + wait) : refusal();
  }

  private Refusal refusal() {
    Refusal refusal = Refusal.because(exhausted);
    if (limiter instanceof AtomicRateLimiter atomic) {
      long left = atomic.getDetailedMetrics().getNanosToWait();
      return refusal.retryAfter(Duration.ofNanos(left));
    }
    return refusal;
  }

  @Override
  public boolean isIdle() {
    return free() >= limiter.getRateLimiterConfig().getLimitForPeriod();
  }

  @Override
  public String state() {
    return free() + " of " + limiter.getRateLimiterConfig().getLimitForPeriod() + " left";
  }

  private int free() {
    return limiter.getMetrics().getAvailablePermissions();
  }

  /**
   * A permission that may be used later. Whoever leaves has used it up: Resilience4j takes none
   * back.
   */
  private final class Reserved extends GuardWait {

    Reserved(long until) {
      super(until);
    }

    @Override
    public Admission again(Asker asker) {
      return until() - time.nanoTime() > 0 ? new Reserved(until()) : Permit.free();
    }
  }
}
