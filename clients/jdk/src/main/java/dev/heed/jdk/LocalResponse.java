package dev.heed.jdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLSession;

/** A response that a stage gave in place of the server's, read by the caller's body handler. */
record LocalResponse<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
    implements HttpResponse<T> {

  static <T> HttpResponse<T> of(
      HttpRequest request,
      int status,
      Map<String, List<String>> fields,
      byte[] bytes,
      BodyHandler<T> handler) {
    HttpHeaders headers = HttpHeaders.of(fields, (name, value) -> true);
    BodySubscriber<T> subscriber = handler.apply(new Info(status, headers));
    subscriber.onSubscribe(new OneShot(subscriber, bytes));
    T body = subscriber.getBody().toCompletableFuture().join();
    return new LocalResponse<>(request, status, headers, body);
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    return request.uri();
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }

  private record Info(int statusCode, HttpHeaders headers) implements ResponseInfo {

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  /** Gives all bytes at the first request. */
  private static final class OneShot implements Flow.Subscription {

    private final BodySubscriber<?> subscriber;
    private final byte[] bytes;
    private boolean given;

    OneShot(BodySubscriber<?> subscriber, byte[] bytes) {
      this.subscriber = subscriber;
      this.bytes = bytes;
    }

    @Override
    public void request(long n) {
      if (given) {
        return;
      }
      given = true;
      subscriber.onNext(List.of(ByteBuffer.wrap(bytes).asReadOnlyBuffer()));
      subscriber.onComplete();
    }

    @Override
    public void cancel() {
      given = true;
    }
  }
}
