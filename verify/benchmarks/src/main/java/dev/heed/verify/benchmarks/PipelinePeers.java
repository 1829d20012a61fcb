package dev.heed.verify.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The peers' whole pipelines, with the numbers of Heed's as far as each of them has the part. */
final class PipelinePeers {

  private static final int SERVER_ERROR = 500;
  private static final Duration WINDOW = Duration.ofSeconds(30);
  private static final Duration OPEN = Duration.ofSeconds(5);

  private PipelinePeers() {}

  static FailsafeExecutor<HttpResponse<Integer>> failsafe(boolean timeLimits) {
    List<dev.failsafe.Policy<HttpResponse<Integer>>> policies = new ArrayList<>();
    policies.add(dev.failsafe.Bulkhead.<HttpResponse<Integer>>builder(1000).build());
    if (timeLimits) {
      policies.add(Timeout.<HttpResponse<Integer>>builder(Duration.ofSeconds(30)).build());
    }
    policies.add(
        dev.failsafe.RetryPolicy.<HttpResponse<Integer>>builder()
            .handle(IOException.class)
            .handleResultIf(response -> response.statusCode() >= SERVER_ERROR)
            .withMaxRetries(3)
            .withBackoff(Duration.ofSeconds(2), WINDOW)
            .build());
    policies.add(
        dev.failsafe.CircuitBreaker.<HttpResponse<Integer>>builder()
            .handle(IOException.class)
            .handleResultIf(response -> response.statusCode() >= SERVER_ERROR)
            .withFailureRateThreshold(10, 100, WINDOW)
            .withDelay(OPEN)
            .withSuccessThreshold(1)
            .build());
    if (timeLimits) {
      policies.add(Timeout.<HttpResponse<Integer>>builder(Duration.ofSeconds(10)).build());
    }
    return Failsafe.with(policies);
  }

  static CircuitBreaker breaker() {
    return CircuitBreaker.of(
        "stub",
        CircuitBreakerConfig.custom()
            .failureRateThreshold(10)
            .minimumNumberOfCalls(100)
            .slidingWindowType(SlidingWindowType.TIME_BASED)
            .slidingWindowSize((int) WINDOW.toSeconds())
            .waitDurationInOpenState(OPEN)
            .permittedNumberOfCallsInHalfOpenState(1)
            .recordResult(
                result ->
                    result instanceof HttpResponse<?> response
                        && response.statusCode() >= SERVER_ERROR)
            .build());
  }

  static Bulkhead bulkhead() {
    return Bulkhead.of(
        "stub",
        BulkheadConfig.custom().maxConcurrentCalls(1000).maxWaitDuration(Duration.ZERO).build());
  }
}
