package dev.heed.resilience4j;

import static dev.heed.guard.Settlement.FAILURE;
import static dev.heed.guard.Settlement.IGNORED;
import static dev.heed.guard.Settlement.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.testing.VirtualTime;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.github.resilience4j.ratelimiter.internal.SemaphoreBasedRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OwnInstancesTest {

  private final VirtualTime time = new VirtualTime();

  private static CircuitBreakerConfig.Builder nervous() {
    return CircuitBreakerConfig.custom().slidingWindowSize(2).minimumNumberOfCalls(2);
  }

  private static Bulkhead bulkhead(Duration wait) {
    return Bulkhead.of(
        "orders", BulkheadConfig.custom().maxConcurrentCalls(1).maxWaitDuration(wait).build());
  }

  private AtomicRateLimiter limiter(Duration wait) {
    RateLimiterConfig config =
        RateLimiterConfig.custom()
            .limitForPeriod(1)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(wait)
            .build();
    return new AtomicRateLimiter("orders", config, time::nanoTime);
  }

  @Test
  @Tag("G5")
  void eachPartitionTakesItsBreakerFromTheRegistry() {
    CircuitBreakerRegistry registry = CircuitBreakerRegistry.of(nervous().build());
    Guarding breaker =
        new Guarding(Resilience4j.breakers(key -> registry.circuitBreaker("acme " + key)), time);
    breaker.times(2, FAILURE);

    CircuitBreaker known = registry.find("acme https://api.example.com").orElseThrow();
    assertThat(known.getState()).isEqualTo(State.OPEN);
    assertThat(known.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
    assertThat(breaker.changes).containsExactly("closed -> open");
  }

  @Test
  @Tag("G3")
  void anOpenOneOfYoursDoesNotKnowForHowLong() {
    Guarding breaker =
        new Guarding(Resilience4j.breaker(CircuitBreaker.of("orders", nervous().build())), time);
    breaker.times(2, FAILURE);
    assertThat(breaker.ask())
        .hasToString(
            "refused: your breaker 'orders' is open; its waitIntervalFunctionInOpenState says how"
                + " long");
  }

  @Test
  @Tag("G4")
  void yoursForgetsLateResultsAndFreesTrialsToo() {
    CircuitBreaker own =
        CircuitBreaker.of("orders", nervous().permittedNumberOfCallsInHalfOpenState(1).build());
    Guarding breaker = new Guarding(Resilience4j.breaker(own), time);
    Permit late = breaker.permit();
    breaker.times(2, FAILURE);
    own.transitionToHalfOpenState();
    Permit trial = breaker.permit();
    Guarding.settle(late, SUCCESS);
    assertThat(own.getState()).isEqualTo(State.HALF_OPEN);
    assertThat(breaker.ask()).isInstanceOf(Refusal.class);
    Guarding.settle(trial, IGNORED);
    breaker.once(SUCCESS);
    assertThat(own.getState()).isEqualTo(State.CLOSED);
  }

  @Test
  @Tag("G9")
  void yoursIsToldTheExceptionOrTheStatus() {
    CircuitBreaker own = CircuitBreaker.of("orders", nervous().build());
    List<Throwable> told = new ArrayList<>();
    own.getEventPublisher().onError(event -> told.add(event.getThrowable()));
    Guarding breaker = new Guarding(Resilience4j.breaker(own), time);
    IOException cut = new IOException("cut");
    breaker.permit().settle(Guarding.ending(FAILURE, 0, cut));
    breaker.once(FAILURE);

    assertThat(told.get(0)).isSameAs(cut);
    assertThat(told.get(1)).isInstanceOf(StatusException.class).hasMessage("status 503");
    assertThat(((StatusException) told.get(1)).status()).isEqualTo(503);
    assertThat(told.get(1).getStackTrace()).isEmpty();
  }

  @Test
  void yourListenersLearnHowLongItTook() {
    CircuitBreaker own = CircuitBreaker.of("orders", PlanClock.breakerOn(time).build());
    List<Duration> took = new ArrayList<>();
    own.getEventPublisher().onSuccess(event -> took.add(event.getElapsedDuration()));
    Guarding breaker = new Guarding(Resilience4j.breaker(own), time);
    Permit permit = breaker.permit();
    time.advance(Duration.ofMillis(120));
    Guarding.settle(permit, SUCCESS);
    assertThat(took).containsExactly(Duration.ofMillis(120));
  }

  @Test
  @Tag("G4")
  void aPredicateThatFailsFreesTheTrial() {
    CircuitBreaker own =
        CircuitBreaker.of(
            "orders",
            nervous()
                .permittedNumberOfCallsInHalfOpenState(1)
                .recordException(
                    failure -> {
                      throw new IllegalStateException("broken predicate");
                    })
                .build());
    own.transitionToOpenState();
    own.transitionToHalfOpenState();
    Guarding breaker = new Guarding(Resilience4j.breaker(own), time);
    assertThatThrownBy(() -> breaker.once(FAILURE)).hasMessage("broken predicate");
    breaker.once(SUCCESS);
    assertThat(own.getState()).isEqualTo(State.CLOSED);
  }

  @Test
  void describeSaysWhoseItIsAndWarnsOfOneForAll() {
    Heed plan =
        Pipelines.standard("acme")
            .perAttempt(Resilience4j.breaker(CircuitBreaker.ofDefaults("orders")))
            .build();
    assertThat(plan.describe().toString())
        .contains("breaker (your own instance 'orders', with its own settings and clock)")
        .contains("warning: the guard 'breaker' is one for all partitions");
    assertThat(Resilience4j.breakers(CircuitBreaker::ofDefaults).options())
        .isEqualTo("your own instances, with their own settings and clock");
  }

  @Test
  @Tag("G8")
  void theSameFunctionIsTheSameFamily() {
    Function<String, CircuitBreaker> own = CircuitBreaker::ofDefaults;
    GuardFamily family = Resilience4j.breakers(own);
    assertThat(family).isEqualTo(Resilience4j.breakers(own));
    assertThat(family.hashCode()).isEqualTo(Resilience4j.breakers(own).hashCode());
    assertThat(family).isNotEqualTo(Resilience4j.breakers(key -> CircuitBreaker.ofDefaults("x")));
  }

  @Test
  @Tag("G3")
  void aBulkheadOfYoursRefusesWhenItIsFull() {
    Bulkhead own = bulkhead(Duration.ZERO);
    Guarding limit = new Guarding(Resilience4j.bulkhead(own), time);
    Permit first = limit.permit();
    assertThat(limit.guard.state()).isEqualTo("1 of 1");
    assertThat(limit.ask())
        .hasToString("refused: your bulkhead 'orders' is full; its maxConcurrentCalls is 1");
    Guarding.settle(first, IGNORED);
    assertThat(limit.guard.isIdle()).isTrue();
    assertThat(own.getMetrics().getAvailableConcurrentCalls()).isEqualTo(1);
  }

  @Test
  void aBulkheadAdmitsAnInterruptedThreadAndKeepsTheInterrupt() {
    Guarding limit = new Guarding(Resilience4j.bulkhead(bulkhead(Duration.ZERO)), time);
    Thread.currentThread().interrupt();
    assertThat(limit.ask()).isInstanceOf(Permit.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @Tag("G2")
  void aBulkheadThatHoldsItsCallersIsRefused() {
    String why =
        "your bulkhead 'orders' holds its callers for up to 200 ms, which a guard never does: set"
            + " its maxWaitDuration to zero";
    Bulkhead waits = bulkhead(Duration.ofMillis(200));
    assertThat(Heed.builder("acme").perCall(Resilience4j.bulkhead(waits)).violations())
        .containsExactly(why);
    assertThat(new Guarding(Resilience4j.bulkheads(key -> waits), time).ask())
        .hasToString("refused: " + why);
  }

  @Test
  @Tag("G3")
  void aRateLimiterOfYoursSaysWhenThereIsRoom() {
    Guarding limit = new Guarding(Resilience4j.rateLimiter(limiter(Duration.ZERO)), time);
    limit.once(SUCCESS);
    time.advance(Duration.ofMillis(300));
    assertThat(limit.ask())
        .hasToString(
            "refused: your rate limiter 'orders' has no permission left (again in 700 ms)");
  }

  @Test
  void aReservedPermissionMakesTheCallWaitAndNotTheThread() {
    GuardFamily family = Resilience4j.rateLimiter(limiter(Duration.ofSeconds(2)));
    Guarding limit = new Guarding(family, time);
    limit.once(SUCCESS);
    GuardWait reserved = (GuardWait) limit.ask();
    assertThat(reserved.until() - time.nanoTime()).isEqualTo(1_000_000_000);
    time.advance(Duration.ofMillis(900));
    reserved = (GuardWait) reserved.again(Guarding.asker());
    time.advance(Duration.ofMillis(100));
    assertThat(reserved.again(Guarding.asker())).isInstanceOf(Permit.class);
    assertThat(family.longestWait()).hasSeconds(2);
  }

  @Test
  @Tag("G2")
  void aRateLimiterThatHoldsItsCallersIsRefused() {
    RateLimiter blocks = new SemaphoreBasedRateLimiter("orders", RateLimiterConfig.ofDefaults());
    String why =
        "your rate limiter 'orders' is a SemaphoreBasedRateLimiter, which holds its callers, and a"
            + " guard never does: take one that reserves permissions, such as those of a"
            + " RateLimiterRegistry";
    assertThat(Heed.builder("acme").perCall(Resilience4j.rateLimiter(blocks)).violations())
        .containsExactly(why);
    assertThat(new Guarding(Resilience4j.rateLimiters(key -> blocks), time).ask())
        .hasToString("refused: " + why);
  }
}
