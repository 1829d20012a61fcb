package dev.heed.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A response made by hand, for tests of code that takes an {@link HttpResponse}: {@code
 * StubResponse.of(429, "slow down").withHeader("Retry-After", "7")}.
 *
 * <p>Immutable: each method that changes something makes a new response. What is not given is as
 * plain as can be: no headers, HTTP/1.1, no TLS, a GET of {@code http://stub.invalid/} as the
 * request.
 *
 * @param <T> the type of the body
 */
public final class StubResponse<T> implements HttpResponse<T> {

  private static final HttpRequest PLAIN =
      HttpRequest.newBuilder(URI.create("http://stub.invalid/")).build();

  private final int status;
  private final T body;
  private final List<Heads.Line> lines;
  private final HttpRequest request;
  private final @Nullable HttpResponse<T> previous;
  private final HttpHeaders headers;

  private StubResponse(
      int status,
      T body,
      List<Heads.Line> lines,
      HttpRequest request,
      @Nullable HttpResponse<T> previous) {
    this.status = status;
    this.body = body;
    this.lines = lines;
    this.request = request;
    this.previous = previous;
    this.headers = Heads.headers(lines);
  }

  /** A response with this status and this body. */
  public static <T> StubResponse<T> of(int status, T body) {
    return new StubResponse<>(status, body, List.of(), PLAIN, null);
  }

  /** A response without a body. */
  public static StubResponse<String> of(int status) {
    return of(status, "");
  }

  static <T> StubResponse<T> of(HttpRequest request, Reply reply, T body) {
    return new StubResponse<>(reply.content().status, body, reply.lines(), request, null);
  }

  /** Adds a header field, among others of its name if there are. */
  public StubResponse<T> withHeader(String name, String value) {
    Heads.checkName("header", name);
    Heads.checkValue(name, value);
    List<Heads.Line> more = new ArrayList<>(lines);
    more.add(new Heads.Line(name, value));
    return new StubResponse<>(status, body, List.copyOf(more), request, previous);
  }

  /** The response to this request, whose URI becomes the response's. */
  public StubResponse<T> withRequest(HttpRequest request) {
    Objects.requireNonNull(request, "request");
    return new StubResponse<>(status, body, lines, request, previous);
  }

  /** The response that came after this one, which was a redirect or a challenge. */
  public StubResponse<T> withPrevious(HttpResponse<T> previous) {
    Objects.requireNonNull(previous, "previous");
    return new StubResponse<>(status, body, lines, request, previous);
  }

  @Override
  public int statusCode() {
    return status;
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.ofNullable(previous);
  }

  @Override
  public HttpHeaders headers() {
    return headers;
  }

  @Override
  public T body() {
    return body;
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

  /** As the JDK's responses look. */
  @Override
  public String toString() {
    return "(" + request.method() + " " + uri() + ") " + status;
  }
}
