package dev.heed.verify.benchmarks;

import com.github.mizosoft.methanol.Methanol;
import com.github.mizosoft.methanol.RetryInterceptor;
import com.github.mizosoft.methanol.RetryInterceptor.BackoffStrategy;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;

/** The peers, told to do what Heed does by default as far as each of them can. */
final class Peers {

  private static final Set<Integer> STATUSES = Set.of(408, 429, 500, 502, 503, 504);
  private static final int RETRIES = 3;

  private Peers() {}

  static FailsafeExecutor<HttpResponse<Integer>> failsafe() {
    dev.failsafe.RetryPolicy<HttpResponse<Integer>> policy =
        dev.failsafe.RetryPolicy.<HttpResponse<Integer>>builder()
            .handle(IOException.class)
            .handleResultIf(response -> STATUSES.contains(response.statusCode()))
            .withMaxRetries(RETRIES)
            .withDelayFn(
                context ->
                    context.getLastResult().headers().firstValue("Retry-After").stream()
                        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                        .findFirst()
                        .orElse(Duration.ofSeconds(1)))
            .build();
    return Failsafe.with(policy);
  }

  /** The same without the hop to another thread, which an answer that is there does not need. */
  static FailsafeExecutor<HttpResponse<Integer>> failsafeOnCallersThread() {
    return failsafe().with((java.util.concurrent.Executor) Runnable::run);
  }

  static HttpClient methanol(HttpClient backend) {
    RetryInterceptor retry =
        RetryInterceptor.newBuilder()
            .maxRetries(RETRIES)
            .onException(IOException.class::isInstance)
            .onStatus(STATUSES::contains)
            .backoff(
                BackoffStrategy.retryAfterOr(
                    BackoffStrategy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(30))))
            .build();
    return Methanol.newBuilder(backend).interceptor(retry).build();
  }

  /** Knows no HTTP: no hints, no safe methods. */
  static Retry resilience4j() {
    return Retry.of(
        "stub",
        RetryConfig.<HttpResponse<Integer>>custom()
            .maxAttempts(1 + RETRIES)
            .retryExceptions(IOException.class)
            .retryOnResult(response -> STATUSES.contains(response.statusCode()))
            .build());
  }
}
