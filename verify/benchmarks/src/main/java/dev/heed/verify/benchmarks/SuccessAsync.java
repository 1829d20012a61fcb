package dev.heed.verify.benchmarks;

import dev.failsafe.FailsafeExecutor;
import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import io.github.resilience4j.retry.Retry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A GET that ends well at once, through futures. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class SuccessAsync {

  private final HttpRequest request =
      HttpRequest.newBuilder(URI.create("http://stub.example/")).build();
  private final BodyHandler<Integer> handler = info -> new StubClient.CountBytes();
  private final HttpClient stub = StubClient.ok();
  private final HttpClient heed = HeedHttpClient.wrap(stub);
  private final HttpClient listened =
      HeedHttpClient.wrap(stub, Heed.builder("bench").listener(new CountingListener()).build());
  private final FailsafeExecutor<HttpResponse<Integer>> failsafe = Peers.failsafe();
  private final FailsafeExecutor<HttpResponse<Integer>> failsafeDirect =
      Peers.failsafeOnCallersThread();
  private final HttpClient methanol = Peers.methanol(stub);
  private final Retry resilience4j = Peers.resilience4j();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  /** Ends what a peer needs and does not end by itself. */
  @TearDown
  public void stop() {
    timer.shutdown();
  }

  /** The stub alone. */
  @Benchmark
  public HttpResponse<Integer> bare() {
    return stub.sendAsync(request, handler).join();
  }

  /** Heed's defaults. */
  @Benchmark
  public HttpResponse<Integer> heed() {
    return heed.sendAsync(request, handler).join();
  }

  /** Heed with a listener that counts. */
  @Benchmark
  public HttpResponse<Integer> heedListener() {
    return listened.sendAsync(request, handler).join();
  }

  /** Failsafe's retry, which runs the send on a thread of its own. */
  @Benchmark
  public HttpResponse<Integer> failsafe() {
    return failsafe.getStageAsync(() -> stub.sendAsync(request, handler)).join();
  }

  /** Failsafe's retry, told to run the send on the caller's thread. */
  @Benchmark
  public HttpResponse<Integer> failsafeDirect() {
    return failsafeDirect.getStageAsync(() -> stub.sendAsync(request, handler)).join();
  }

  /** Methanol's retry interceptor. */
  @Benchmark
  public HttpResponse<Integer> methanol() {
    return methanol.sendAsync(request, handler).join();
  }

  /** Resilience4j's retry. */
  @Benchmark
  public HttpResponse<Integer> resilience4j() {
    return resilience4j
        .executeCompletionStage(timer, () -> stub.sendAsync(request, handler))
        .toCompletableFuture()
        .join();
  }
}
