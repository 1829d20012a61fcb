package dev.heed.jdk;

import dev.heed.transport.Outgoing;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A view of the caller's request as one attempt sends it. It carries the mark by which a client of
 * Heed further in sees that an outer one already retries. A view costs a fraction of a copy, and
 * can leave out the time limit, which the JDK's builder cannot.
 */
final class AttemptRequest extends HttpRequest {

  private final HttpRequest base;
  private final HttpHeaders headers;
  private final @Nullable BodyPublisher publisher;
  private final @Nullable Duration timeout;
  private final Outgoing outgoing;

  /**
   * A view.
   *
   * @param outgoing the attempt: its number, its place, and whether the client that made this view
   *     retries the call
   */
  AttemptRequest(
      HttpRequest base,
      HttpHeaders headers,
      @Nullable BodyPublisher publisher,
      @Nullable Duration timeout,
      Outgoing outgoing) {
    this.base = base;
    this.headers = outgoing.uri() == null ? headers : withoutHost(headers);
    this.publisher = publisher;
    this.timeout = timeout;
    this.outgoing = outgoing;
  }

  /** A host that the caller has set is that of the caller's URI; the JDK derives the other one. */
  private static HttpHeaders withoutHost(HttpHeaders headers) {
    return headers.firstValue("Host").isEmpty()
        ? headers
        : HttpHeaders.of(headers.map(), (name, value) -> !name.equalsIgnoreCase("Host"));
  }

  /** Whether a client of Heed further out retries the call that this request belongs to. */
  static boolean isRetried(HttpRequest request) {
    return request instanceof AttemptRequest attempt && attempt.outgoing.retryable();
  }

  /** 1 for the first attempt of the call. */
  int number() {
    return outgoing.number();
  }

  @Override
  public Optional<BodyPublisher> bodyPublisher() {
    return Optional.ofNullable(publisher);
  }

  @Override
  public String method() {
    return base.method();
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }

  @Override
  public boolean expectContinue() {
    return base.expectContinue();
  }

  @Override
  public URI uri() {
    URI elsewhere = outgoing.uri();
    return elsewhere == null ? base.uri() : elsewhere;
  }

  @Override
  public Optional<HttpClient.Version> version() {
    return base.version();
  }

  @Override
  public HttpHeaders headers() {
    return headers;
  }

  /** As the JDK's requests look. */
  @Override
  public String toString() {
    return uri() + " " + method();
  }
}
