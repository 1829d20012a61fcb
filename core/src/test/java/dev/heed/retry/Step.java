package dev.heed.retry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the stub host does with one send. Immutable. */
public final class Step {

  private static final Duration NEVER = Duration.ofDays(400);

  final int status;
  final Map<String, List<String>> headers;
  final Throwable failure;
  final Throwable bodyFailure;
  final Duration delay;
  final boolean ignoresCancel;

  private Step(Builder from) {
    status = from.status;
    headers = from.headers;
    failure = from.failure;
    bodyFailure = from.bodyFailure;
    delay = from.delay;
    ignoresCancel = from.ignoresCancel;
  }

  /** Answers at once. */
  public static Step reply(int status) {
    Builder builder = new Builder();
    builder.status = status;
    return new Step(builder);
  }

  /** Answers at once, with a Retry-After. */
  public static Step reply(int status, String retryAfter) {
    return reply(status).header("Retry-After", retryAfter);
  }

  /** Fails before a head arrives. */
  public static Step failure(Throwable failure) {
    Builder builder = new Builder();
    builder.failure = failure;
    return new Step(builder);
  }

  /** Never answers. */
  public static Step silence() {
    return failure(new java.io.IOException("nobody answered")).after(NEVER);
  }

  /** The same with one more header line. */
  public Step header(String name, String value) {
    Builder builder = new Builder(this);
    builder.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    builder.headers.putAll(headers);
    builder.headers.put(name, List.of(value));
    return new Step(builder);
  }

  /** The same, later. */
  public Step after(Duration delay) {
    Builder builder = new Builder(this);
    builder.delay = delay;
    return new Step(builder);
  }

  /** The head arrives, the body breaks. */
  public Step thenBodyFails(Throwable failure) {
    Builder builder = new Builder(this);
    builder.bodyFailure = failure;
    return new Step(builder);
  }

  /** Goes on although it was cancelled, as some hosts do. */
  public Step ignoringCancel() {
    Builder builder = new Builder(this);
    builder.ignoresCancel = true;
    return new Step(builder);
  }

  private static final class Builder {

    private int status;
    private Map<String, List<String>> headers = Map.of();
    private Throwable failure;
    private Throwable bodyFailure;
    private Duration delay = Duration.ZERO;
    private boolean ignoresCancel;

    private Builder() {}

    private Builder(Step from) {
      status = from.status;
      headers = from.headers;
      failure = from.failure;
      bodyFailure = from.bodyFailure;
      delay = from.delay;
      ignoresCancel = from.ignoresCancel;
    }
  }
}
