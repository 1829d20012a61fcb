package dev.heed.testing;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;

/** A request as it came, before anybody has looked at it. */
final class Incoming {

  final String method;
  final URI uri;
  final HttpHeaders headers;
  final byte[] body;

  Incoming(String method, URI uri, HttpHeaders headers, byte[] body) {
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.body = body;
  }

  /** Its number among those of what may be the same call. */
  int countAmong(List<RecordedRequest> before) {
    return 1 + (int) before.stream().filter(this::isLike).count();
  }

  private boolean isLike(RecordedRequest other) {
    String key = "Idempotency-Key";
    return other.method().equals(method)
        && other.uri().equals(uri)
        && other.header(key).equals(headers.firstValue(key));
  }
}
