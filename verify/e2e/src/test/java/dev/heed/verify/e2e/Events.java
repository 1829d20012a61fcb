package dev.heed.verify.e2e;

import dev.heed.time.TimeSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Makes the events of the wrong command complete. */
final class Events {

  private Events() {}

  static ObjectNode made(ObjectNode event, Set<Fault> faults) {
    String type = event.path("type").asString();
    if (!faults.contains(Fault.NO_DEFAULT_NAMES)) {
      name(event, type);
    }
    if (!event.has("messageId") || faults.contains(Fault.OWN_IDS)) {
      event.put("messageId", UUID.randomUUID().toString());
    }
    if (!event.has("timestamp")) {
      event.put("timestamp", TimeSource.system().now().toString());
    }
    if (faults.contains(Fault.LOSES_MEMBERS)) {
      event.remove(List.of("traits", "category", "groupId", "integrations"));
    }
    if (faults.contains(Fault.NUMBERS_AS_DOUBLES)
        && event.get("properties") instanceof ObjectNode p) {
      p.properties().forEach(e -> p.put(e.getKey(), e.getValue().asDouble()));
    }
    return event;
  }

  private static void name(ObjectNode event, String type) {
    if (type.equals("track") && !event.has("event")) {
      event.put("event", "Unknown Event");
    }
    if (type.equals("page") && !event.has("name")) {
      event.put("name", "Unknown Page");
    }
    if (type.equals("screen") && !event.has("name")) {
      event.put("name", "Unknown Screen");
    }
  }
}
