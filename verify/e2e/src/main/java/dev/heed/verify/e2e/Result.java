package dev.heed.verify.e2e;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a command says in the end: one JSON object, the last thing on standard output, on one line
 * or on several.
 *
 * @param success whether all was delivered
 * @param flaw what is wrong with the result itself; empty for nothing
 */
record Result(boolean success, String flaw) {

  static Result of(String out) {
    String text = out.strip();
    int start = 0;
    while (start >= 0 && start < text.length()) {
      Optional<JsonNode> node =
          text.charAt(start) == '{' ? object(text.substring(start)) : Optional.empty();
      if (node.isPresent()) {
        return judged(node.get());
      }
      int line = text.indexOf('\n', start);
      start = line < 0 ? -1 : line + 1;
    }
    return new Result(false, "standard output does not end in a JSON object (P8)");
  }

  private static Optional<JsonNode> object(String text) {
    try {
      return Optional.of(Json.read(text)).filter(JsonNode::isObject);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static Result judged(JsonNode node) {
    JsonNode success = node.path("success");
    if (!success.isBoolean()) {
      return new Result(false, "the result has no boolean 'success' (P8): " + node);
    }
    if (!node.path("sentBatches").isIntegralNumber()) {
      return new Result(success.booleanValue(), "'sentBatches' is no whole number (P8): " + node);
    }
    boolean told = node.path("error").isString() && !node.path("error").asString().isBlank();
    return success.booleanValue() || told
        ? new Result(success.booleanValue(), "")
        : new Result(false, "a failure without an 'error' (P8): " + node);
  }
}
