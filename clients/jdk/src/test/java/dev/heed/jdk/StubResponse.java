package dev.heed.jdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A response as one stubs it by hand. */
record StubResponse<T>(int statusCode, HttpHeaders headers, T body) implements HttpResponse<T> {

  static <T> StubResponse<T> of(int status, T body) {
    return new StubResponse<>(status, HttpHeaders.of(Map.of(), (name, value) -> true), body);
  }

  static <T> StubResponse<T> busy(String retryAfter, T body) {
    Map<String, List<String>> fields = Map.of("Retry-After", List.of(retryAfter));
    return new StubResponse<>(503, HttpHeaders.of(fields, (name, value) -> true), body);
  }

  @Override
  public HttpRequest request() {
    throw new UnsupportedOperationException("a stub has no request");
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
    throw new UnsupportedOperationException("a stub has no place");
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }
}
