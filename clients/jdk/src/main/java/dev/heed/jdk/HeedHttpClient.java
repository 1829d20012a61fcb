package dev.heed.jdk;

import dev.heed.Heed;
import dev.heed.PlanDescription;
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
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@link HttpClient} whose calls follow a plan of Heed. Code that takes an {@code HttpClient} or
 * its builder takes this one without a change: handlers, redirects, cookies, authentication,
 * WebSocket and the objects returned are the JDK's own.
 *
 * <p>What differs: a call may be sent more than once, as the plan says; the body handler is applied
 * once, to the response that is returned (again only where a body broke off and the handler may
 * start again); a request's timeout bounds the whole call and its body; cancelling a returned
 * future in any way stops the call on the wire. Requests sent with a push promise handler are sent
 * once, since the promises of a discarded attempt could not be taken back.
 *
 * <p>{@code send} waits on the calling thread and makes no thread; {@code sendAsync} holds none.
 * Safe for use by several threads.
 */
public final class HeedHttpClient extends HttpClient {

  private final HttpClient delegate;
  private final Heed plan;
  private final OpenCalls calls;
  private final boolean owned;

  HeedHttpClient(HttpClient delegate, Heed plan, boolean owned) {
    this.delegate = delegate;
    this.plan = plan;
    this.calls = new OpenCalls(owned ? () -> LaterJdks.shutdown(delegate) : () -> {});
    this.owned = owned;
  }

  /** A builder of a new JDK client whose calls follow the default plan. */
  public static HttpClient.Builder newBuilder() {
    return newBuilder(Heed.defaults());
  }

  /** A builder of a new JDK client whose calls follow the plan. */
  public static HttpClient.Builder newBuilder(Heed plan) {
    return new HeedHttpClientBuilder(HttpClient.newBuilder(), Objects.requireNonNull(plan, "plan"));
  }

  /** A client that sends through another one with the default plan, and never closes it. */
  public static HeedHttpClient wrap(HttpClient client) {
    return wrap(client, Heed.defaults());
  }

  /** A client that sends through another one as the plan says, and never closes it. */
  public static HeedHttpClient wrap(HttpClient client, Heed plan) {
    return new HeedHttpClient(
        Objects.requireNonNull(client, "client"), Objects.requireNonNull(plan, "plan"), false);
  }

  /** The chain of the plan, down to this client, with the retries that the JDK makes unseen. */
  public PlanDescription describe() {
    return HostDescription.of(plan, delegate);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(handler, "responseBodyHandler");
    if (passesThrough(request)) {
      return delegate.send(request, handler);
    }
    JdkExchange<T> exchange = open(request, handler, null);
    exchange.blocks(Thread.currentThread());
    calls.enter(exchange);
    try {
      return plan.engine().run(exchange, exchange.options());
    } catch (InterruptedException e) {
      if (exchange.isStopped()) {
        throw new IOException("the client was shut down", e);
      }
      throw e;
    } finally {
      calls.leave(exchange);
      if (exchange.isStopped()) {
        // The interrupt was ours, to end the wait.
        Thread.interrupted();
      }
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return sendAsync(request, handler, null);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable PushPromiseHandler<T> pushPromiseHandler) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(handler, "responseBodyHandler");
    if (passesThrough(request)) {
      return delegate.sendAsync(request, handler, pushPromiseHandler);
    }
    JdkExchange<T> exchange = open(request, handler, pushPromiseHandler);
    try {
      calls.enter(exchange);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    try {
      CompletableFuture<HttpResponse<T>> future = plan.engine().start(exchange, exchange.options());
      exchange.completes(future);
      return future;
    } catch (RuntimeException | Error e) {
      // A hook of the caller's failed before the call had begun.
      calls.leave(exchange);
      throw e;
    }
  }

  Heed plan() {
    return plan;
  }

  HttpClient delegate() {
    return delegate;
  }

  OpenCalls openCalls() {
    return calls;
  }

  TimeSource time() {
    return plan.time();
  }

  /** A call that a client of Heed further out retries is not retried again, unless asked for. */
  private boolean passesThrough(HttpRequest request) {
    return AttemptRequest.isRetried(request) && !plan.stacksRetries();
  }

  private <T> JdkExchange<T> open(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> promises) {
    return new JdkExchange<>(this, request, handler, promises);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return delegate.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return delegate.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return delegate.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return delegate.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return delegate.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return delegate.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return delegate.authenticator();
  }

  @Override
  public Version version() {
    return delegate.version();
  }

  @Override
  public Optional<Executor> executor() {
    return delegate.executor();
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return delegate.newWebSocketBuilder();
  }

  // The methods below exist in HttpClient from JDK 21 on and are called through it there.

  /** Begins no further calls; those that run go on, with their waits and retries. */
  public void shutdown() {
    calls.shutdown();
  }

  /** Begins no further calls, stops those that run, and ends their waits. */
  public void shutdownNow() {
    calls.shutdownNow();
    if (owned) {
      LaterJdks.shutdownNow(delegate);
    }
  }

  /**
   * Waits until this client is shut down and its calls have ended, and so has a JDK client that it
   * built.
   *
   * @return false when the time ran out first
   */
  public boolean awaitTermination(Duration duration) throws InterruptedException {
    Objects.requireNonNull(duration, "duration");
    long start = plan.time().nanoTime();
    if (!calls.awaitTermination(duration)) {
      return false;
    }
    Duration left = duration.minusNanos(plan.time().nanoTime() - start);
    return !owned || LaterJdks.awaitTermination(delegate, left);
  }

  /**
   * Whether this client is shut down and all its calls have ended, and so has a JDK client that it
   * built.
   */
  public boolean isTerminated() {
    return calls.isTerminated() && (!owned || LaterJdks.isTerminated(delegate));
  }

  /**
   * Shuts down, and waits for the calls that run. Closes the JDK client too if this client built
   * it, and never one that it wraps. An interrupt stops the calls.
   */
  public void close() {
    shutdown();
    boolean interrupted = false;
    boolean terminated = false;
    while (!terminated) {
      try {
        terminated = awaitTermination(Duration.ofDays(1));
      } catch (InterruptedException e) {
        interrupted = true;
        shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "HeedHttpClient[" + plan.name() + ", " + delegate + "]";
  }
}
