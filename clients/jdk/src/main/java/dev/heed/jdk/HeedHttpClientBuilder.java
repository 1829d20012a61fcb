package dev.heed.jdk;

import dev.heed.Heed;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** The JDK's own builder, except that what it builds follows a plan. */
final class HeedHttpClientBuilder implements HttpClient.Builder {

  private final HttpClient.Builder builder;
  private final Heed plan;

  HeedHttpClientBuilder(HttpClient.Builder builder, Heed plan) {
    this.builder = builder;
    this.plan = plan;
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler cookieHandler) {
    builder.cookieHandler(cookieHandler);
    return this;
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration duration) {
    builder.connectTimeout(duration);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext sslContext) {
    builder.sslContext(sslContext);
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters sslParameters) {
    builder.sslParameters(sslParameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    builder.executor(executor);
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
    builder.followRedirects(policy);
    return this;
  }

  @Override
  public HttpClient.Builder version(HttpClient.Version version) {
    builder.version(version);
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    builder.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector proxySelector) {
    builder.proxy(proxySelector);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    builder.authenticator(authenticator);
    return this;
  }

  /** Exists in the JDK's builder from JDK 19 on and is called through it there. */
  public HttpClient.Builder localAddress(InetAddress localAddress) {
    LaterJdks.localAddress(builder, localAddress);
    return this;
  }

  @Override
  public HttpClient build() {
    return new HeedHttpClient(builder.build(), plan, true);
  }
}
