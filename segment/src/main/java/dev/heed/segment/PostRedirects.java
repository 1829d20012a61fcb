package dev.heed.segment;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A client that follows 307 and 308, and no other redirect: the two under which a POST stays a POST
 * with its body. Under the others clients ask for the new place with a GET, without the events, and
 * its 200 would look as if they had been delivered.
 *
 * <p>Credentials are for the origin that they were meant for: a request that is sent to another one
 * goes without them. A redirect from https to http is not followed.
 */
final class PostRedirects extends HttpClient {

  private static final int MOST_HOPS = 5;
  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "cookie", "proxy-authorization");

  private final HttpClient client;

  PostRedirects(HttpClient client) {
    this.client = client;
  }

  /** Where the same request is sent next; empty when this answer is the last. */
  private static Optional<HttpRequest> next(
      HttpRequest request, URI first, int status, HttpHeaders headers) {
    if (status != 307 && status != 308) {
      return Optional.empty();
    }
    return headers
        .firstValue("Location")
        .flatMap(location -> place(request.uri(), location))
        .map(place -> moved(request, first, place));
  }

  private static Optional<URI> place(URI from, String location) {
    try {
      URI place = from.resolve(location);
      boolean downgraded =
          Endpoint.scheme(from).equals("https") && !Endpoint.scheme(place).equals("https");
      boolean usable = Endpoint.isHttp(place) && place.getRawUserInfo() == null;
      return usable && !downgraded ? Optional.of(place) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static HttpRequest moved(HttpRequest request, URI first, URI place) {
    boolean trusted = Endpoint.origin(first).equals(Endpoint.origin(place));
    return HttpRequest.newBuilder(
            request,
            (name, value) -> trusted || !CREDENTIALS.contains(name.toLowerCase(Locale.ROOT)))
        .uri(place)
        .build();
  }

  /** Reads the bodies of answers that are not the last as nothing. */
  private static <T> BodyHandler<T> lastOnly(
      HttpRequest request, URI first, int hops, BodyHandler<T> handler) {
    return info ->
        hops < MOST_HOPS && next(request, first, info.statusCode(), info.headers()).isPresent()
            ? BodySubscribers.replacing(nothing())
            : handler.apply(info);
  }

  /** The body of an answer that nobody gets to see. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    HttpRequest now = request;
    for (int hops = 0; ; hops++) {
      HttpResponse<T> response = client.send(now, lastOnly(now, request.uri(), hops, handler));
      Optional<HttpRequest> next =
          next(now, request.uri(), response.statusCode(), response.headers());
      if (hops == MOST_HOPS || next.isEmpty()) {
        return response;
      }
      now = next.get();
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return follow(request, handler, last -> send -> client.sendAsync(send, last));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      BodyHandler<T> handler,
      @Nullable PushPromiseHandler<T> pushPromiseHandler) {
    return follow(
        request, handler, last -> send -> client.sendAsync(send, last, pushPromiseHandler));
  }

  /** Sends a request with a body handler. */
  private interface Sending<T>
      extends Function<BodyHandler<T>, Function<HttpRequest, CompletableFuture<HttpResponse<T>>>> {}

  private static <T> CompletableFuture<HttpResponse<T>> follow(
      HttpRequest request, BodyHandler<T> handler, Sending<T> sending) {
    Hops<T> hops = new Hops<>(request.uri(), handler, sending);
    hops.send(request, 0);
    return hops;
  }

  /** One request from place to place. Cancelling it cancels what is on its way. */
  private static final class Hops<T> extends CompletableFuture<HttpResponse<T>> {

    private final URI first;
    private final BodyHandler<T> handler;
    private final Sending<T> sending;
    private volatile @Nullable CompletableFuture<?> onItsWay;

    Hops(URI first, BodyHandler<T> handler, Sending<T> sending) {
      this.first = first;
      this.handler = handler;
      this.sending = sending;
    }

    void send(HttpRequest request, int hops) {
      var sent = sending.apply(lastOnly(request, first, hops, handler)).apply(request);
      onItsWay = sent;
      var unused =
          sent.whenComplete((response, failure) -> ended(request, hops, response, failure));
      if (isCancelled()) {
        // Cancelled while this hop was being begun: nobody else knows of it.
        sent.cancel(true);
      }
    }

    private void ended(
        HttpRequest request,
        int hops,
        @Nullable HttpResponse<T> response,
        @Nullable Throwable failure) {
      if (response == null) {
        completeExceptionally(failure == null ? new IOException("no answer") : failure);
        return;
      }
      Optional<HttpRequest> next = next(request, first, response.statusCode(), response.headers());
      if (hops == MOST_HOPS || next.isEmpty() || isDone()) {
        complete(response);
        return;
      }
      try {
        send(next.get(), hops + 1);
      } catch (RuntimeException e) {
        completeExceptionally(e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      CompletableFuture<?> sent = onItsWay;
      if (sent != null) {
        sent.cancel(mayInterruptIfRunning);
      }
      return cancelled;
    }
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  /** What the client itself does, which is to be nothing. */
  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }

  @Override
  public String toString() {
    return client + ", following 307 and 308";
  }
}
