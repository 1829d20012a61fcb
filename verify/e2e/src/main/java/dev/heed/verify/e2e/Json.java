package dev.heed.verify.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and makes JSON. */
final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** The only value of a text. Throws Jackson's exception for anything else. */
  static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  static JsonNode read(byte[] utf8) {
    return MAPPER.readTree(utf8);
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** A file beside this class. */
  static JsonNode resource(String name) {
    try (InputStream in = Json.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + name);
      }
      return MAPPER.readTree(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
