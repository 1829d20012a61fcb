package dev.heed.conformance;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The response that a call returned, in words that every HTTP client understands.
 *
 * @apiNote A class and not a record, so that it can grow.
 */
public final class Result {

  private final int status;
  private final Map<String, List<String>> headers;
  private final byte @Nullable [] body;
  private final @Nullable InputStream stream;
  private final Object host;

  private Result(
      int status,
      Map<String, List<String>> headers,
      byte @Nullable [] body,
      @Nullable InputStream stream,
      Object host) {
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.body = body;
    this.stream = stream;
    this.host = Objects.requireNonNull(host, "host");
  }

  /**
   * A response whose body has been read, or written into the caller's file.
   *
   * @param headers names in any letter case
   * @param body no bytes where it went into a file
   * @param host the response object that a caller of the host gets, for which Heed keeps the report
   */
  public static Result collected(
      int status, Map<String, List<String>> headers, byte[] body, Object host) {
    return new Result(status, headers, body.clone(), null, host);
  }

  /**
   * A response whose body the caller reads.
   *
   * @param headers names in any letter case
   * @param stream closing it early releases the response
   * @param host the response object that a caller of the host gets, for which Heed keeps the report
   */
  public static Result streamed(
      int status, Map<String, List<String>> headers, InputStream stream, Object host) {
    return new Result(status, headers, null, stream, host);
  }

  /** The status code. */
  public int status() {
    return status;
  }

  /** The values of a field, in any letter case of its name; empty when it is not there. */
  public List<String> values(String name) {
    return headers.entrySet().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name))
        .flatMap(field -> field.getValue().stream())
        .toList();
  }

  /** The bytes of a body that has been read. */
  public byte[] body() {
    byte[] read = Objects.requireNonNull(body, "the body was not read");
    return Arrays.copyOf(read, read.length);
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body(), StandardCharsets.UTF_8);
  }

  /** The body of a response that was handed over unread. */
  public InputStream stream() {
    return Objects.requireNonNull(stream, "the body is not a stream");
  }

  /** The response object of the host. */
  public Object host() {
    return host;
  }

  /** The status, and the body where it is known. */
  @Override
  public String toString() {
    return body == null ? status + " (stream)" : status + " \"" + text() + "\"";
  }
}
