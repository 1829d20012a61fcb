package dev.heed.verify.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A request that carried events, and how it was answered.
 *
 * @param arrived when its head was there, on the monotonic clock
 * @param answered just before its answer was on its way
 * @param headers by their names in lower case, the first value of each
 * @param status of the answer; 0 when the connection was closed
 * @param server which of the servers got it
 */
record Upload(
    long arrived,
    long answered,
    String method,
    Map<String, String> headers,
    String body,
    int status,
    String server) {

  @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** The body; an empty object when it is no JSON. */
  JsonNode json() {
    try {
      return Json.read(body);
    } catch (JacksonException e) {
      return Json.object();
    }
  }

  List<JsonNode> events() {
    List<JsonNode> events = new ArrayList<>();
    json().path("batch").forEach(events::add);
    return events;
  }

  List<String> ids() {
    return events().stream().map(event -> event.path("messageId").asString("")).toList();
  }

  boolean isTaken() {
    return status / 100 == 2;
  }
}
