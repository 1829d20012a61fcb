package dev.heed.delivery;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the scripted client answers.
 *
 * @param status 0 for none
 * @param failure what the connection fails with, before the head or in the body; null for none
 */
record Reply(
    int status,
    Map<String, List<String>> fields,
    String body,
    Duration delay,
    IOException failure) {

  static Reply status(int status) {
    return new Reply(status, Map.of(), "", Duration.ZERO, null);
  }

  static Reply ok() {
    return status(200);
  }

  static Reply failure(IOException failure) {
    return new Reply(0, Map.of(), "", Duration.ZERO, failure);
  }

  /** Never answers. */
  static Reply silence() {
    return new Reply(0, Map.of(), "", Duration.ofDays(10_000), null);
  }

  Reply retryAfter(Object value) {
    return header("Retry-After", value.toString());
  }

  Reply header(String name, String value) {
    Map<String, List<String>> more = new TreeMap<>(fields);
    more.put(name, List.of(value));
    return new Reply(status, more, body, delay, failure);
  }

  Reply body(String text) {
    return new Reply(status, fields, text, delay, failure);
  }

  Reply after(Duration wait) {
    return new Reply(status, fields, body, wait, failure);
  }

  /** The connection breaks after the head and what there is of the body. */
  Reply broken() {
    return new Reply(status, fields, body, delay, new IOException("connection reset"));
  }

  HttpHeaders headers() {
    return HttpHeaders.of(fields, (name, value) -> true);
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
