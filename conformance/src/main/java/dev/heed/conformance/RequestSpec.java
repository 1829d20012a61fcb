package dev.heed.conformance;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request in words that every HTTP client understands. A {@link Subject} makes one of its host's
 * requests of it, without losing or adding anything. Immutable.
 *
 * @apiNote A class and not a record, so that it can grow.
 */
public final class RequestSpec {

  /** What the caller wants done with the body of the response. */
  public enum Delivery {
    /** Read to its end, before the call ends; for {@link Result#body()}. */
    COLLECTED,
    /** Handed over unread: the call ends with the head; for {@link Result#stream()}. */
    STREAMED,
    /**
     * Written to {@link RequestSpec#file()}, before the call ends: with the host's own means where
     * it has such, else copied where a caller of that host would copy it.
     */
    INTO_FILE
  }

  private final String method;
  private final URI uri;
  private final List<Map.Entry<String, String>> headers;
  private final Body body;
  private final Delivery delivery;
  private final @Nullable Path file;
  private final @Nullable Duration timeout;
  private final boolean sendOnce;
  private final IntConsumer handed;

  private RequestSpec(Builder builder) {
    method = builder.method;
    uri = builder.uri;
    headers = List.copyOf(builder.headers);
    body = builder.body;
    delivery = builder.delivery;
    file = builder.file;
    timeout = builder.timeout;
    sendOnce = builder.sendOnce;
    handed = builder.handed;
  }

  static Builder builder(String method, URI uri) {
    return new Builder(method, uri);
  }

  /** The method, in capitals. */
  public String method() {
    return method;
  }

  /** Where to: {@code http} or {@code https}, on loopback. */
  public URI uri() {
    return uri;
  }

  /** Header lines in order; a name may occur more than once. */
  public List<Map.Entry<String, String>> headers() {
    return headers;
  }

  /** The body; of kind {@link Body.Kind#NONE} when there is none. */
  public Body body() {
    return body;
  }

  /** What to do with the body of the response. */
  public Delivery delivery() {
    return delivery;
  }

  /** The file for {@link Delivery#INTO_FILE}; what is in it is to be overwritten. */
  public Path file() {
    if (file == null) {
      throw new IllegalStateException("no file: the body is to be " + delivery);
    }
    return file;
  }

  /**
   * The time limit that the host's request is to carry; only with {@link
   * Capability#REQUEST_TIMEOUTS}.
   */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }

  /** Whether a one-shot body is to be sent once, as it is (rule B3). */
  public boolean sendOnce() {
    return sendOnce;
  }

  /**
   * Stands for code of the caller's that looks at the response: a body handler, a callback, an
   * extractor. To be called where the host would call that code, before it reads the body, each
   * time it is called; what this method throws is what that code throws.
   *
   * @param status of the response
   */
  public void handed(int status) {
    handed.accept(status);
  }

  /** As in {@code POST http://127.0.0.1:1234/x}. */
  @Override
  public String toString() {
    return method + " " + uri;
  }

  /** Collects a request. */
  static final class Builder {

    private final String method;
    private final URI uri;
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();
    private Body body = Body.none();
    private Delivery delivery = Delivery.COLLECTED;
    private @Nullable Path file;
    private @Nullable Duration timeout;
    private boolean sendOnce;
    private IntConsumer handed = status -> {};

    private Builder(String method, URI uri) {
      this.method = method;
      this.uri = uri;
    }

    Builder header(String name, String value) {
      headers.add(Map.entry(name, value));
      return this;
    }

    Builder body(Body body) {
      this.body = body;
      return this;
    }

    Builder streamed() {
      delivery = Delivery.STREAMED;
      return this;
    }

    Builder into(Path file) {
      delivery = Delivery.INTO_FILE;
      this.file = file;
      return this;
    }

    Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    Builder sendOnce() {
      sendOnce = true;
      return this;
    }

    Builder handed(IntConsumer handed) {
      this.handed = handed;
      return this;
    }

    RequestSpec build() {
      return new RequestSpec(this);
    }
  }
}
