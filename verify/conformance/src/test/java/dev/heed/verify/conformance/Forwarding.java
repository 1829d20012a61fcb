package dev.heed.verify.conformance;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A client that leaves everything to another one: what is wrong with it is in a subclass. */
abstract class Forwarding extends HttpClient {

  private final HttpClient to;

  Forwarding(HttpClient to) {
    this.to = to;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return to.send(request, handler);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return to.sendAsync(request, handler);
  }

  @Override
  public final <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> promises) {
    return promises == null
        ? sendAsync(request, handler)
        : to.sendAsync(request, handler, promises);
  }

  @Override
  public final Optional<CookieHandler> cookieHandler() {
    return to.cookieHandler();
  }

  @Override
  public final Optional<Duration> connectTimeout() {
    return to.connectTimeout();
  }

  @Override
  public final Redirect followRedirects() {
    return to.followRedirects();
  }

  @Override
  public final Optional<ProxySelector> proxy() {
    return to.proxy();
  }

  @Override
  public final SSLContext sslContext() {
    return to.sslContext();
  }

  @Override
  public final SSLParameters sslParameters() {
    return to.sslParameters();
  }

  @Override
  public final Optional<Authenticator> authenticator() {
    return to.authenticator();
  }

  @Override
  public final Version version() {
    return to.version();
  }

  @Override
  public final Optional<Executor> executor() {
    return to.executor();
  }
}
