package dev.heed.testing;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@link HttpClient} that answers in memory what a test tells it to, on a clock that the test
 * moves: no socket is opened, and a wait of an hour takes no time.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * StubHttpClient stub =
 *     new StubHttpClient(time)
 *         .on(Route.get("/orders/{id}"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));
 *
 * HttpResponse<String> response = stub.client().send(request, BodyHandlers.ofString());
 *
 * assertEquals("ok", response.body());
 * assertEquals(Duration.ofSeconds(7), time.elapsed());
 * stub.verifyAllCalled();
 * }</pre>
 *
 * <p>It does what a client does: subscribes the publisher of the request's body, runs the caller's
 * body handler, gives the body as it is asked for, and ends the exchange at the request's timeout,
 * on a cancel and on an interrupt. Its failures have the types that the JDK's have. It follows no
 * redirect, keeps no cookie and answers no challenge: what is not in the script does not happen.
 *
 * <p>A request that no route matches fails with an {@link AssertionError}, which no retry takes for
 * a failure of the network. Safe for use by several threads.
 */
public final class StubHttpClient extends HttpClient {

  private final Backstage stub;

  /** A stub on a virtual clock of its own, which moves by itself when a call waits. */
  public StubHttpClient() {
    this(new VirtualTime());
  }

  /** A stub on this clock, which counts its delays, time limits and arrivals. */
  public StubHttpClient(TimeSource time) {
    this(Backstage.on(Objects.requireNonNull(time, "time")));
  }

  private StubHttpClient(Backstage stub) {
    this.stub = stub;
  }

  /**
   * Answers requests of this route: the first one with the first reply, the next one with the
   * second, until all are used up. A reusable route, or the fallback, takes one reply.
   *
   * @return this
   */
  public StubHttpClient on(Route route, Reply reply, Reply... more) {
    stub.script().add(route, reply, more);
    return this;
  }

  /**
   * Sends what comes from now on over this network; {@code null} ends that.
   *
   * @return this
   */
  public StubHttpClient under(@Nullable NetworkConditions conditions) {
    stub.script().under(conditions);
    return this;
  }

  /**
   * A client of Heed that sends through this stub, with the defaults of a plan, on the stub's
   * clock. It keeps reports.
   */
  public HeedHttpClient client() {
    return client(Heed.builder("stub").time(stub.time()).reports(true).build());
  }

  /**
   * A client of Heed that sends through this stub as the plan says. Its calls, and the stub for
   * them, go by the clock of the plan: build the plan with {@code time(time)}, or it waits for
   * real.
   */
  public HeedHttpClient client(Heed plan) {
    Backstage onPlansClock = stub.withTime(plan.time());
    return HeedHttpClient.wrap(
        onPlansClock == stub ? this : new StubHttpClient(onPlansClock), plan);
  }

  /** All requests so far, in the order of their arrival, also those that no route matched. */
  public List<RecordedRequest> requests() {
    return stub.script().requests();
  }

  /**
   * One of the {@link #requests}.
   *
   * @param number from 1
   * @throws IllegalArgumentException when fewer came
   */
  public RecordedRequest request(int number) {
    return stub.script().request(number);
  }

  /**
   * Checks that every reply was asked for, except those of reusable routes and of the fallback, and
   * that every request found a route.
   *
   * @throws AssertionError that lists what is missing, and what came instead
   */
  public void verifyAllCalled() {
    stub.script().verify();
  }

  /**
   * The same, once calls on other threads have had time to come.
   *
   * @param within how long to wait for them at most, in real time
   * @throws AssertionError that lists what is missing, and what came instead
   */
  public void verifyAllCalled(Duration within) {
    stub.script().verify(within);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    StubExchange<T> exchange = exchange(request, handler);
    stub.checkOpen();
    exchange.start(Runnable::run);
    return exchange.await();
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    StubExchange<T> exchange = exchange(request, handler);
    try {
      stub.checkOpen();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    exchange.start(stub.time().executor());
    return exchange.result();
  }

  /** {@inheritDoc} There are no push promises over HTTP/1.1, so the handler is not used. */
  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> promises) {
    return sendAsync(request, handler);
  }

  private <T> StubExchange<T> exchange(HttpRequest request, BodyHandler<T> handler) {
    return new StubExchange<>(
        stub,
        Objects.requireNonNull(request, "request"),
        Objects.requireNonNull(handler, "responseBodyHandler"));
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return Optional.empty();
  }

  @Override
  public Redirect followRedirects() {
    return Redirect.NEVER;
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return Optional.empty();
  }

  @Override
  public SSLContext sslContext() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  @Override
  public SSLParameters sslParameters() {
    return sslContext().getDefaultSSLParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return Optional.empty();
  }

  @Override
  public Version version() {
    return Version.HTTP_1_1;
  }

  @Override
  public Optional<Executor> executor() {
    return Optional.empty();
  }

  // The methods below exist in HttpClient from JDK 21 on and are called through it there.

  /** Takes no further calls; those that go on do so. What was recorded stays. */
  public void shutdown() {
    stub.close();
  }

  /** Takes no further calls, and ends those that go on, as by a cancel. */
  public void shutdownNow() {
    stub.close();
    stub.abandonAll();
  }

  /** The same as {@link #shutdownNow}: a reply that stalls would be awaited for ever. */
  public void close() {
    shutdownNow();
  }

  /**
   * Waits, in real time, until the client is shut down and its calls have ended.
   *
   * @return false when the time ran out first
   */
  public boolean awaitTermination(Duration duration) throws InterruptedException {
    return stub.awaitTermination(Objects.requireNonNull(duration, "duration"));
  }

  /** Whether the client is shut down and its calls have ended. */
  public boolean isTerminated() {
    return stub.isTerminated();
  }

  /** What is going on, for messages. */
  @Override
  public String toString() {
    return "stub client, " + Messages.state(stub.script());
  }
}
