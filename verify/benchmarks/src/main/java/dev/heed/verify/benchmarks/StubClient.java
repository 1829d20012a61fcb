package dev.heed.verify.benchmarks;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A client without a wire: every request is answered at once, on the caller's thread, and the
 * caller's body handler is run as a real client runs it. What is left to measure is what stands in
 * front of the client.
 */
final class StubClient extends HttpClient {

  /** Shared by all answers: the handler of the benchmarks counts bytes and takes none. */
  private static final List<ByteBuffer> BODY =
      List.of(ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer());

  /** The head of every good answer. */
  static final Head OK = new Head(200, Map.of("Content-Length", List.of("5")));

  private final Function<HttpRequest, Head> heads;

  /** A client that answers each request with the head that the function gives. */
  StubClient(Function<HttpRequest, Head> heads) {
    this.heads = heads;
  }

  /** A client that answers 200. */
  static StubClient ok() {
    return new StubClient(request -> OK);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
    Head head = heads.apply(request);
    BodySubscriber<T> subscriber = handler.apply(head);
    subscriber.onSubscribe(NoSubscription.INSTANCE);
    subscriber.onNext(BODY);
    subscriber.onComplete();
    T body = subscriber.getBody().toCompletableFuture().join();
    return new Response<>(request, head, body);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return CompletableFuture.completedFuture(send(request, handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushPromiseHandler) {
    return sendAsync(request, handler);
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
    throw new UnsupportedOperationException("no wire, no TLS");
  }

  @Override
  public SSLParameters sslParameters() {
    return new SSLParameters();
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

  /** A canned head. */
  static final class Head implements HttpResponse.ResponseInfo {

    private final int status;
    private final HttpHeaders headers;

    Head(int status, Map<String, List<String>> fields) {
      this.status = status;
      this.headers = HttpHeaders.of(fields, (name, value) -> true);
    }

    @Override
    public int statusCode() {
      return status;
    }

    @Override
    public HttpHeaders headers() {
      return headers;
    }

    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }

  /** The least handler that looks at the body: what it costs is in every row alike. */
  static final class CountBytes implements BodySubscriber<Integer> {

    private final CompletableFuture<Integer> body = new CompletableFuture<>();
    private int bytes;

    @Override
    public CompletableFuture<Integer> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      for (ByteBuffer item : items) {
        bytes += item.remaining();
      }
    }

    @Override
    public void onError(Throwable failure) {
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      body.complete(bytes);
    }
  }

  private enum NoSubscription implements Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long n) {
      // The bytes follow in any case.
    }

    @Override
    public void cancel() {
      // There is nothing to stop.
    }
  }

  private record Response<T>(HttpRequest request, Head head, T body) implements HttpResponse<T> {

    @Override
    public int statusCode() {
      return head.statusCode();
    }

    @Override
    public HttpHeaders headers() {
      return head.headers();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<javax.net.ssl.SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public java.net.URI uri() {
      return request.uri();
    }

    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }
}
