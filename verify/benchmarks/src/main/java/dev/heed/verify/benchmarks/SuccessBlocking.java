package dev.heed.verify.benchmarks;

import dev.failsafe.FailsafeExecutor;
import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
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

/** A GET that ends well at once, sent and waited for on the caller's thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class SuccessBlocking {

  private final HttpRequest request =
      HttpRequest.newBuilder(URI.create("http://stub.example/")).build();
  private final BodyHandler<Integer> handler = info -> new StubClient.CountBytes();
  private final HttpClient stub = StubClient.ok();
  private final HttpClient heed = HeedHttpClient.wrap(stub);
  private final HttpClient listened =
      HeedHttpClient.wrap(stub, Heed.builder("bench").listener(new CountingListener()).build());
  private final FailsafeExecutor<HttpResponse<Integer>> failsafe = Peers.failsafe();
  private final HttpClient methanol = Peers.methanol(stub);
  private final Retry resilience4j = Peers.resilience4j();

  /** The stub alone. */
  @Benchmark
  public HttpResponse<Integer> bare() throws IOException, InterruptedException {
    return stub.send(request, handler);
  }

  /** Heed's defaults. */
  @Benchmark
  public HttpResponse<Integer> heed() throws IOException, InterruptedException {
    return heed.send(request, handler);
  }

  /** Heed with a listener that counts. */
  @Benchmark
  public HttpResponse<Integer> heedListener() throws IOException, InterruptedException {
    return listened.send(request, handler);
  }

  /** Failsafe's retry. */
  @Benchmark
  public HttpResponse<Integer> failsafe() {
    return failsafe.get(() -> stub.send(request, handler));
  }

  /** Methanol's retry interceptor. */
  @Benchmark
  public HttpResponse<Integer> methanol() throws IOException, InterruptedException {
    return methanol.send(request, handler);
  }

  /** Resilience4j's retry. */
  @Benchmark
  public HttpResponse<Integer> resilience4j() throws Throwable {
    return resilience4j.executeCheckedSupplier(() -> stub.send(request, handler));
  }
}
