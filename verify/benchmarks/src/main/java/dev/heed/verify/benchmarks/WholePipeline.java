package dev.heed.verify.benchmarks;

import dev.failsafe.FailsafeExecutor;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.resilience4j.Pipelines;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A GET that ends well at once, through a whole pipeline: limit, time limits, retry, budget and
 * breaker. The peers have what they have of it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class WholePipeline {

  private final HttpRequest request =
      HttpRequest.newBuilder(URI.create("http://stub.example/")).build();
  private final BodyHandler<Integer> handler = info -> new StubClient.CountBytes();
  private final HttpClient stub = StubClient.ok();
  private final HttpClient heed = HeedHttpClient.wrap(stub, Pipelines.standard("bench").build());
  private final HttpClient heedWithoutLimits =
      HeedHttpClient.wrap(
          stub,
          Pipelines.standard("bench").without("call timeout").without("attempt timeout").build());
  private final FailsafeExecutor<HttpResponse<Integer>> failsafe = PipelinePeers.failsafe(true);
  private final FailsafeExecutor<HttpResponse<Integer>> failsafeWithoutLimits =
      PipelinePeers.failsafe(false);
  private final Retry retry = Peers.resilience4j();
  private final CircuitBreaker breaker = PipelinePeers.breaker();
  private final Bulkhead bulkhead = PipelinePeers.bulkhead();
  private final CheckedSupplier<HttpResponse<Integer>> resilience4j =
      Bulkhead.decorateCheckedSupplier(
          bulkhead,
          Retry.decorateCheckedSupplier(
              retry,
              CircuitBreaker.decorateCheckedSupplier(breaker, () -> stub.send(request, handler))));

  /** The stub alone. */
  @Benchmark
  public HttpResponse<Integer> bare() throws IOException, InterruptedException {
    return stub.send(request, handler);
  }

  /** Heed's standard pipeline: limit, both time limits, retry, budget, breaker. */
  @Benchmark
  public HttpResponse<Integer> heed() throws IOException, InterruptedException {
    return heed.send(request, handler);
  }

  /** The same, asynchronous; the answer is there at once. */
  @Benchmark
  public HttpResponse<Integer> heedAsync() {
    return heed.sendAsync(request, handler).join();
  }

  /** Heed's standard pipeline without its time limits. */
  @Benchmark
  public HttpResponse<Integer> heedWithoutTimeLimits() throws IOException, InterruptedException {
    return heedWithoutLimits.send(request, handler);
  }

  /** Failsafe's bulkhead, both time limits, retry and breaker. */
  @Benchmark
  public HttpResponse<Integer> failsafe() {
    return failsafe.get(() -> stub.send(request, handler));
  }

  /** Failsafe's bulkhead, retry and breaker. */
  @Benchmark
  public HttpResponse<Integer> failsafeWithoutTimeLimits() {
    return failsafeWithoutLimits.get(() -> stub.send(request, handler));
  }

  /** Resilience4j's bulkhead, retry and breaker; it has no time limit for a blocking call. */
  @Benchmark
  public HttpResponse<Integer> resilience4j() throws Throwable {
    return resilience4j.get();
  }
}
