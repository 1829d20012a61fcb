package dev.heed.delivery;

import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * A request that has reached the scripted client.
 *
 * @param at when, since the start of the clock
 */
record Sent(HttpRequest request, String body, Duration at) {

  long millis() {
    return at.toMillis();
  }

  String header(String name) {
    return request.headers().firstValue(name).orElse(null);
  }

  /** How many events are in a JSON array of objects without nested ones. */
  int events() {
    return (int) body.chars().filter(c -> c == '{').count();
  }
}
