package dev.heed.delivery.policy;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a queue retries: the settings of its two paths, each of which is on by default. Values out of
 * range are brought into it, whether they come from code or from a server, and {@link #adjustments}
 * tells which. Immutable.
 */
public final class HttpConfig {

  private static final HttpConfig DEFAULTS = builder().build();

  private final RateLimitConfig rateLimit;
  private final BackoffConfig backoff;
  private final List<String> adjustments;

  private HttpConfig(Builder builder) {
    List<String> all = new ArrayList<>(builder.findings);
    rateLimit = builder.rateLimit.build(all);
    backoff = builder.backoff.build(all);
    adjustments = List.copyOf(all);
  }

  /** Both paths with their defaults. */
  public static HttpConfig defaults() {
    return DEFAULTS;
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads the settings that a server sends: an object with {@code rateLimitConfig} and {@code
   * backoffConfig}, whose members are named as the settings here, durations in seconds. What is
   * missing or cannot be read takes its default, field by field; {@link #adjustments} tells which
   * could not be read. A path is on unless its {@code enabled} is {@code false}.
   *
   * @param json what the server sent
   * @param pointer where in it the object stands, as a JSON pointer (RFC 6901); the empty one for
   *     the whole
   * @return the settings, which replace all that was set before; empty, which means no change, when
   *     there is no object at that place, or no JSON at all
   */
  public static Optional<HttpConfig> read(byte[] json, String pointer) {
    try {
      return JsonNode.parse(json)
          .at(pointer)
          .filter(JsonNode::isObject)
          .map(HttpConfigReader::read);
    } catch (MalformedJsonException e) {
      return Optional.empty();
    }
  }

  /** The path for answers that say when to come back. */
  public RateLimitConfig rateLimit() {
    return rateLimit;
  }

  /** The path for all other failures, and what each status leads to. */
  public BackoffConfig backoff() {
    return backoff;
  }

  /** What was out of range or could not be read, and what is used instead. Unmodifiable. */
  public List<String> adjustments() {
    return adjustments;
  }

  @Override
  public String toString() {
    return rateLimit + "; " + backoff;
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private final RateLimitConfig.Builder rateLimit = RateLimitConfig.builder();
    private final BackoffConfig.Builder backoff = BackoffConfig.builder();
    private final List<String> findings = new ArrayList<>();

    private Builder() {}

    /** Changes the settings of pauses: {@code .rateLimit(r -> r.enabled(false))}. */
    public Builder rateLimit(Consumer<? super RateLimitConfig.Builder> settings) {
      settings.accept(rateLimit);
      return this;
    }

    /** Changes the settings of backing off: {@code .backoff(b -> b.maxRetryCount(3))}. */
    public Builder backoff(Consumer<? super BackoffConfig.Builder> settings) {
      settings.accept(backoff);
      return this;
    }

    Builder findings(List<String> more) {
      findings.addAll(more);
      return this;
    }

    /** The settings. Never fails: what is out of range is brought into it. */
    public HttpConfig build() {
      return new HttpConfig(this);
    }
  }
}
