package dev.heed.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The JSON Schema of the table of keys, for editors (draft 7, which editors know best). */
final class SchemaText {

  private SchemaText() {}

  static String make() {
    return Json.text(
        Json.parse(
            """
            {
              "$schema": "http://json-schema.org/draft-07/schema#",
              "title": "Settings of named clients of Heed",
              "type": "object",
              "minProperties": 1,
              "additionalProperties": false,
              "properties": {
                "defaults": {
                  "description": "What all clients get, before their own settings.",
                  "allOf": [{"$ref": "#/definitions/settings"}, {"minProperties": 1}]
                },
                "clients": {
                  "description": "The clients by name; {} takes the defaults.",
                  "type": "object",
                  "minProperties": 1,
                  "propertyNames": {"pattern": "\\\\S", "maxLength": 128},
                  "additionalProperties": {"$ref": "#/definitions/settings"}
                }
              },
              "definitions": {"settings": %s}
            }
            """
                .formatted(settings())));
  }

  private static String settings() {
    String top = keys(KeyTree.top().keys());
    String sections =
        KeyTree.GROUPS.stream()
            .filter(group -> !group.name().isEmpty())
            .map(group -> Json.quoted(group.name()) + ": " + section(group))
            .collect(Collectors.joining(", "));
    return object("", top + ", " + sections);
  }

  private static String section(Group group) {
    return object(
        "\"description\": " + Json.quoted(group.description()) + ", \"minProperties\": 1, ",
        keys(group.keys()));
  }

  private static String object(String more, String properties) {
    return "{"
        + more
        + "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {"
        + properties
        + "}}";
  }

  private static String keys(List<Key<?>> keys) {
    return keys.stream()
        .map(key -> Json.quoted(key.name()) + ": " + key(key))
        .collect(Collectors.joining(", "));
  }

  private static String key(Key<?> key) {
    return "{\"description\": "
        + Json.quoted(key.description())
        + ", \"default\": "
        + value(key.usual())
        + ", "
        + key.type().schema().substring(1);
  }

  /** A word is in quotes in JSON. */
  private static String value(String usual) {
    return usual.matches("true|false|[0-9.]+|\\[.*]") ? usual : Json.quoted(usual);
  }
}
