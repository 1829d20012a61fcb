package dev.heed.jdk;

import dev.heed.retry.CallOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request with settings of its own, for clients of Heed: {@code
 * HeedRequest.from(request).maxRetries(0).build()}. Other clients send it as the plain request.
 * Immutable; each setting is resolved on its own: the request's, else the plan's.
 */
public final class HeedRequest extends HttpRequest {

  private final HttpRequest base;
  private final CallOptions options;
  private final boolean restartable;
  private final @Nullable Supplier<? extends BodyPublisher> supplier;

  private HeedRequest(Builder builder) {
    base = builder.base;
    options = builder.options.build();
    restartable = builder.restartable;
    supplier = builder.supplier;
  }

  /** A builder for the request with settings; from another such request, with its settings. */
  public static Builder from(HttpRequest request) {
    return new Builder(Objects.requireNonNull(request, "request"));
  }

  /**
   * Which attempt a client of Heed makes with this request, 1 for the first: for a client further
   * inside that counts, traces or records.
   *
   * @return empty for a request that no client of Heed has prepared; one that can be sent only once
   *     and that no stage changes is passed on as it is
   */
  public static OptionalInt attemptOf(HttpRequest request) {
    return request instanceof AttemptRequest attempt
        ? OptionalInt.of(attempt.number())
        : OptionalInt.empty();
  }

  HttpRequest base() {
    return base;
  }

  CallOptions options() {
    return options;
  }

  boolean restartable() {
    return restartable;
  }

  @Nullable Supplier<? extends BodyPublisher> supplier() {
    return supplier;
  }

  @Override
  public Optional<BodyPublisher> bodyPublisher() {
    return supplier == null ? base.bodyPublisher() : Optional.of(supplier.get());
  }

  @Override
  public String method() {
    return base.method();
  }

  @Override
  public Optional<Duration> timeout() {
    return base.timeout();
  }

  @Override
  public boolean expectContinue() {
    return base.expectContinue();
  }

  @Override
  public URI uri() {
    return base.uri();
  }

  @Override
  public Optional<HttpClient.Version> version() {
    return base.version();
  }

  @Override
  public HttpHeaders headers() {
    return base.headers();
  }

  /** As the JDK's requests look. */
  @Override
  public String toString() {
    return base.toString();
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private final HttpRequest base;
    private final CallOptions.Builder options;
    private boolean restartable;
    private @Nullable Supplier<? extends BodyPublisher> supplier;

    private Builder(HttpRequest request) {
      if (request instanceof HeedRequest other) {
        base = other.base;
        options = other.options.toBuilder();
        restartable = other.restartable;
        supplier = other.supplier;
      } else {
        base = request;
        options = CallOptions.builder();
      }
    }

    /**
     * Attempts after the first, at most.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder maxRetries(int maxRetries) {
      options.maxRetries(maxRetries);
      return this;
    }

    /**
     * The time limit for this call, all sends and waits included.
     *
     * @throws IllegalArgumentException when not positive
     */
    public Builder callTimeout(Duration limit) {
      options.callTimeout(limit);
      return this;
    }

    /** Says that sending this request twice has the effect of sending it once. */
    public Builder idempotent(boolean idempotent) {
      options.idempotent(idempotent);
      return this;
    }

    /**
     * Sends a one-shot body as it is, once: it is neither kept in memory nor refused, and the
     * response obtained is returned.
     */
    public Builder sendOnce(boolean sendOnce) {
      options.sendOnce(sendOnce);
      return this;
    }

    /** Keeps a report of this call, for {@code CallReport.of(response)}. */
    public Builder report(boolean report) {
      options.report(report);
      return this;
    }

    /**
     * Supplies a new body for each attempt, in place of the request's.
     *
     * @param supplier asked once for each attempt; gives a publisher of the same bytes each time
     */
    public Builder bodySupplier(Supplier<? extends BodyPublisher> supplier) {
      this.supplier = Objects.requireNonNull(supplier, "supplier");
      return this;
    }

    /**
     * Says that the body handler starts from nothing each time it is applied, so that a call whose
     * body broke off may be retried. Handlers that keep the body in memory as bytes or text are
     * known to; a handler that appends to a file does not.
     */
    public Builder restartable(boolean restartable) {
      this.restartable = restartable;
      return this;
    }

    /** The request. */
    public HeedRequest build() {
      return new HeedRequest(this);
    }
  }
}
