package dev.heed.testing;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as a {@link StubHttpClient} or a {@link StubServer} received it, its body read to the
 * end. Immutable but for {@link #abandoned()}; safe for use by several threads.
 */
public final class RecordedRequest {

  private final String method;
  private final URI uri;
  private final HttpHeaders headers;
  private final byte[] body;
  private final Arrival arrival;
  private final Map<String, String> variables;
  private volatile boolean abandoned;

  RecordedRequest(
      String method,
      URI uri,
      HttpHeaders headers,
      byte[] body,
      Arrival arrival,
      Map<String, String> variables) {
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.body = body;
    this.arrival = arrival;
    this.variables = variables;
  }

  /**
   * When and as which one a request came.
   *
   * @param number among all requests, from 1
   * @param attempt among those of its call, from 1
   * @param subscriptions how often its publisher has been read
   * @param at by the wall clock
   * @param after since the start, by the monotonic clock
   */
  record Arrival(int number, int attempt, int subscriptions, Instant at, Duration after) {}

  /** The same request as a route with these variables sees it. */
  RecordedRequest with(Map<String, String> variables) {
    return new RecordedRequest(method, uri, headers, body, arrival, variables);
  }

  void abandon() {
    abandoned = true;
  }

  /** The place among all requests, from 1, in the order of their arrival. */
  public int number() {
    return arrival.number();
  }

  /**
   * The number of the attempt, 1 for the first. A client of Heed on a {@link StubHttpClient} tells
   * it. Otherwise it is the number of requests so far with the same method, URI and {@code
   * Idempotency-Key}, this one included.
   */
  public int attempt() {
    return arrival.attempt();
  }

  /** The method, as it was sent. */
  public String method() {
    return method;
  }

  /** The whole URI. */
  public URI uri() {
    return uri;
  }

  /** The header fields; on a {@link StubHttpClient} those that the caller and its stages set. */
  public HttpHeaders headers() {
    return headers;
  }

  /** The first value of a header field, in any letter case; empty when it was not sent. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** The first value of a parameter of the query, decoded; empty when it is not there. */
  public Optional<String> query(String name) {
    Objects.requireNonNull(name, "name");
    return Encoded.pairs(uri.getRawQuery()).stream()
        .filter(pair -> pair.name().equals(name))
        .map(Encoded.Pair::value)
        .findFirst();
  }

  /**
   * What a name in the template of the route stands for, decoded: {@code variable("id")} for {@code
   * /orders/{id}}.
   *
   * @throws IllegalArgumentException when the route that answered has no such name
   */
  public String variable(String name) {
    String value = variables.get(Objects.requireNonNull(name, "name"));
    if (value == null) {
      throw new IllegalArgumentException(
          "no {"
              + name
              + "} in the route of "
              + this
              + (variables.isEmpty() ? "; it has no names" : "; its names: " + variables.keySet()));
    }
    return value;
  }

  /** What the names in the template of the route stand for, in their order. */
  public Map<String, String> variables() {
    return variables;
  }

  /** A copy of the body; of length 0 when there was none. */
  public byte[] bytes() {
    return body.clone();
  }

  /** The body as UTF-8 text; empty when there was none. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /**
   * The body as JSON text without the blanks between its tokens, so that bodies compare equal that
   * differ in layout alone.
   *
   * @throws IllegalStateException when the body is empty or ends in the middle of a string
   */
  public String json() {
    return JsonText.compact(text())
        .orElseThrow(() -> new IllegalStateException("the body of " + this + " is not JSON"));
  }

  /**
   * When the request arrived, by the wall clock: that of the stub's time source, or the system's on
   * a server. A request arrives when its body has come to its end.
   */
  public Instant arrivedAt() {
    return arrival.at();
  }

  /**
   * How long after the making of the stub the request arrived, by the monotonic clock; after the
   * making of its client, for one with a plan on another clock.
   */
  public Duration arrivedAfter() {
    return arrival.after();
  }

  /**
   * How often the stub has read the body publisher of this request, over all requests that carried
   * the same publisher object: 2 says that one publisher gave its body a second time. 0 without a
   * body, and on a server, which sees bytes alone. A client of Heed puts a publisher that it does
   * not know inside a new one for each attempt.
   */
  public int subscriptions() {
    return arrival.subscriptions();
  }

  /**
   * Whether the caller has given up before the reply was complete: by a cancel, an interrupt or a
   * time limit, by closing the body, or, on a server, by closing the connection.
   */
  public boolean abandoned() {
    return abandoned;
  }

  @Nullable String contentType() {
    return headers.firstValue("Content-Type").orElse(null);
  }

  /** {@code POST http://api.example/orders}. */
  @Override
  public String toString() {
    return method + " " + uri;
  }
}
