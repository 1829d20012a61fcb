package dev.heed.resilience4j;

import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.util.Objects;
import java.util.function.Function;

/**
 * Instances of Resilience4j that you own as guards of a plan, so that your metrics, dashboards and
 * listeners go on seeing them:
 *
 * <pre>{@code
 * .perAttempt(Resilience4j.breakers(host -> registry.circuitBreaker("acme " + host)))
 * .perCall(Resilience4j.bulkhead(bulkhead))
 * }</pre>
 *
 * <p>An instance keeps its own settings and its own clock. Where a function chooses the instance,
 * it is called once for each partition that a plan keeps, with the partition's key, such as {@code
 * https://api.example.com}; plans that it gives the same instance share it, so the name should tell
 * the client too. Two plans are meant to be the same when their functions are {@linkplain
 * Object#equals equal}: keep the function where settings are replaced while they run.
 *
 * <p>A guard never holds a caller up. A bulkhead that would let its callers wait is refused, and so
 * is a rate limiter on a semaphore. A rate limiter that reserves permissions makes the call wait as
 * calls of Heed do, up to its own {@code timeoutDuration}.
 */
public final class Resilience4j {

  private Resilience4j() {}

  /**
   * One breaker for all partitions; {@code describe()} warns that one host can then stop the calls
   * to all others. It learns of failures as {@link Breaker} counts them: by the exception, or by a
   * {@link StatusException} after 5xx and 408, which its own predicates may ignore.
   */
  public static GuardFamily breaker(CircuitBreaker own) {
    Objects.requireNonNull(own, "own");
    return new OwnBreakers(new Own<>(GuardKind.BREAKER, own.getName(), key -> own, own));
  }

  /**
   * A breaker for each partition, such as one of a registry.
   *
   * @param own gives the breaker for a partition's key
   */
  public static GuardFamily breakers(Function<? super String, ? extends CircuitBreaker> own) {
    return new OwnBreakers(Own.perPartition(GuardKind.BREAKER, own));
  }

  /**
   * One bulkhead for all partitions. Its {@code maxWaitDuration} has to be zero, or no plan can be
   * built with it.
   */
  public static GuardFamily bulkhead(Bulkhead own) {
    Objects.requireNonNull(own, "own");
    return new OwnBulkheads(new Own<>(GuardKind.LIMIT, own.getName(), key -> own, own));
  }

  /**
   * A bulkhead for each partition, such as one of a registry. One whose {@code maxWaitDuration} is
   * not zero refuses every call.
   *
   * @param own gives the bulkhead for a partition's key
   */
  public static GuardFamily bulkheads(Function<? super String, ? extends Bulkhead> own) {
    return new OwnBulkheads(Own.perPartition(GuardKind.LIMIT, own));
  }

  /**
   * One rate limiter for all partitions. It has to be one that can reserve permissions, as those of
   * its registry are, or no plan can be built with it.
   */
  public static GuardFamily rateLimiter(RateLimiter own) {
    Objects.requireNonNull(own, "own");
    return new OwnRateLimiters(new Own<>(GuardKind.LIMIT, own.getName(), key -> own, own));
  }

  /**
   * A rate limiter for each partition, such as one of a registry. One that cannot reserve
   * permissions refuses every call.
   *
   * @param own gives the rate limiter for a partition's key
   */
  public static GuardFamily rateLimiters(Function<? super String, ? extends RateLimiter> own) {
    return new OwnRateLimiters(Own.perPartition(GuardKind.LIMIT, own));
  }
}
