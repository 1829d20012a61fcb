package dev.heed.verify.e2e;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One case of the suite.
 *
 * @param from the statements that it comes from
 * @param json the case as it is written in {@code cases.json}
 */
record Case(String group, String name, List<String> from, JsonNode json) {

  static final String WRITE_KEY = "the-Key_1";

  /** All cases, in the order of the file. */
  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (var group : Json.resource("cases.json").properties()) {
      for (JsonNode entry : group.getValue()) {
        addTo(cases, group.getKey(), entry);
      }
    }
    return List.copyOf(cases);
  }

  /** A case that names several values is one for each, with the value wherever it says ${each}. */
  private static void addTo(List<Case> cases, String group, JsonNode entry) {
    if (entry.path("each").isEmpty()) {
      cases.add(of(group, entry));
      return;
    }
    for (JsonNode value : entry.path("each")) {
      cases.add(of(group, Json.read(entry.toString().replace("${each}", value.asString()))));
    }
  }

  private static Case of(String group, JsonNode entry) {
    return new Case(group, entry.path("name").asString(), texts(entry.path("from")), entry);
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return List.copyOf(texts);
  }

  String id() {
    return group + "/" + name;
  }

  /** The names of the faults that it finds. */
  List<String> finds() {
    return texts(json.path("finds"));
  }

  JsonNode expect() {
    return json.path("expect");
  }

  /** The replies to uploads; one that takes everything where the case has none. */
  List<Reply> replies() {
    List<String> texts = texts(json.path("replies"));
    return Reply.parseAll(texts.isEmpty() ? List.of("200") : texts);
  }

  boolean hasSettings() {
    return json.has("settings");
  }

  /** The answer to a request for settings. */
  Reply settings(String elsewhere) {
    JsonNode settings = json.path("settings");
    Reply reply = Reply.parse(settings.path("reply").asString("200"));
    if (settings.has("body")) {
      return reply.withBody(settings.path("body").asString());
    }
    ObjectNode all = Json.object();
    ObjectNode own = all.putObject("integrations").putObject("Segment.io");
    own.put("apiKey", WRITE_KEY);
    if (settings.has("httpConfig")) {
      own.set("httpConfig", settings.path("httpConfig"));
    }
    if (settings.path("moves").asBoolean(false)) {
      own.put("apiHost", elsewhere + "/v1");
    }
    return reply.withBody(all.toString());
  }

  /** The input of the protocol. */
  String input(String api) {
    ObjectNode input = Json.object();
    input.put("writeKey", WRITE_KEY);
    input.put("apiHost", api);
    if (hasSettings()) {
      input.put("cdnHost", api);
    }
    input.set("sequences", sequences());
    ObjectNode config = input.putObject("config");
    config.put("flushAt", 20);
    config.put("flushInterval", 1000);
    config.put("timeout", 20);
    json.path("config").properties().forEach(e -> config.put(e.getKey(), e.getValue().asInt()));
    return input.toString();
  }

  private ArrayNode sequences() {
    ObjectNode holder = Json.object();
    ArrayNode sequences = holder.putArray("sequences");
    int number = 0;
    for (JsonNode sequence : given()) {
      ObjectNode made = sequences.addObject();
      made.put("delayMs", sequence.path("delayMs").asInt(0));
      ArrayNode events = made.putArray("events");
      JsonNode wanted = sequence.path("events");
      if (wanted.isArray()) {
        wanted.forEach(events::add);
      }
      for (int i = 0; i < wanted.asInt(0); i++) {
        events.add(event(++number));
      }
    }
    return sequences;
  }

  private List<JsonNode> given() {
    List<JsonNode> given = new ArrayList<>();
    json.path("sequences").forEach(given::add);
    if (given.isEmpty()) {
      ObjectNode only = Json.object();
      only.set("events", json.has("events") ? json.path("events") : Json.read("1"));
      given.add(only);
    }
    return given;
  }

  private static ObjectNode event(int number) {
    ObjectNode event = Json.object();
    event.put("type", "track").put("userId", "user-" + number).put("event", "Tried");
    event.putObject("properties").put("number", number);
    return event;
  }

  /** How many events the command is given. */
  int events() {
    int events = 0;
    for (JsonNode sequence : sequences()) {
      events += sequence.path("events").size();
    }
    return events;
  }
}
