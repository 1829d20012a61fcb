package dev.heed.segment;

import dev.heed.segment.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event that was JSON before it came to us. */
final class JsonEvent extends SegmentEvent<JsonEvent> {

  /** What each type asks for, besides somebody whom it is about. */
  private static final Map<String, List<String>> NEEDED =
      Map.of(
          "identify", List.of(),
          "track", List.of("event"),
          "page", List.of(),
          "screen", List.of(),
          "group", List.of("groupId"),
          "alias", List.of("previousId", "userId"));

  private static final List<String> OBJECTS =
      List.of("context", "integrations", "properties", "traits");

  private JsonEvent() {}

  static JsonEvent read(String text) {
    Map<String, @Nullable Object> members;
    try {
      members = JsonReader.readObject(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("no event: " + e.getMessage(), e);
    }
    // Where null stands for nothing, the defaults must not be kept out by it.
    members.remove("messageId", null);
    members.remove("timestamp", null);
    List<String> flaws = flaws(members);
    if (!flaws.isEmpty()) {
      throw new IllegalArgumentException("no event: " + String.join("; ", flaws));
    }
    JsonEvent event = new JsonEvent();
    members.forEach(event::take);
    return event;
  }

  private static List<String> flaws(Map<String, @Nullable Object> members) {
    List<String> flaws = new ArrayList<>();
    List<String> needed = NEEDED.get(String.valueOf(members.get("type")));
    if (needed == null) {
      flaws.add("its type must be one of identify, track, page, screen, group and alias");
    } else {
      needed.stream()
          .filter(name -> !isText(members.get(name)))
          .forEach(name -> flaws.add(members.get("type") + " needs a text as " + name));
    }
    if (!isText(members.get("userId")) && !isText(members.get("anonymousId"))) {
      flaws.add("it needs a text as userId or as anonymousId");
    }
    for (String name : List.of("messageId", "timestamp")) {
      if (members.containsKey(name) && !isText(members.get(name))) {
        flaws.add(name + " must be a text that is not blank");
      }
    }
    for (String name : OBJECTS) {
      if (members.get(name) != null && JsonReader.object(members.get(name)) == null) {
        flaws.add(name + " must be an object");
      }
    }
    return flaws;
  }

  private static boolean isText(@Nullable Object value) {
    return value instanceof String text && !text.isBlank();
  }

  private void take(String name, @Nullable Object value) {
    Map<String, @Nullable Object> object = OBJECTS.contains(name) ? JsonReader.object(value) : null;
    if (object == null || object.isEmpty()) {
      field(name, value);
    } else {
      object.forEach((key, member) -> member(name, key, member));
    }
  }

  @Override
  JsonEvent self() {
    return this;
  }
}
