package dev.heed.delivery.upload;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.JsonPointer;
import dev.heed.delivery.json.MalformedJsonException;
import dev.heed.hint.Hint;
import dev.heed.hint.HintFormat;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Results for single events in a JSON body, found by pointers. */
final class JsonItems implements ItemReader {

  /** A wait is read as if it stood in a header of this name, so that all formats are one. */
  private static final String FIELD = "wait";

  private final String items;
  private final String status;
  private final @Nullable String wait;
  private final HintReader waits;

  JsonItems(String items, String status, @Nullable String wait, HintFormat format) {
    this.items = JsonPointer.check(items);
    this.status = JsonPointer.check(status);
    this.wait = wait == null ? null : JsonPointer.check(wait);
    this.waits = Hints.header(FIELD, Objects.requireNonNull(format, "format"));
  }

  @Override
  public List<ItemResult> read(UploadBatch batch, UploadResponse response) {
    List<ItemResult> results = results(response.body(), batch.sentAt());
    boolean success = response.status() / 100 == 2;
    if (results.isEmpty() && success && response.body().length > 0) {
      throw new IllegalArgumentException(
          "a " + response.status() + " without results at '" + items + "' and '" + status + "'");
    }
    return results;
  }

  private List<ItemResult> results(byte[] body, Instant now) {
    List<ItemResult> results = new ArrayList<>();
    for (JsonNode item : items(body)) {
      Optional<ItemResult> result = result(item, now);
      if (result.isEmpty()) {
        return List.of();
      }
      results.add(result.get());
    }
    return results;
  }

  private List<JsonNode> items(byte[] body) {
    try {
      return JsonNode.parse(body).at(items).map(JsonNode::elements).orElse(List.of());
    } catch (MalformedJsonException e) {
      return List.of();
    }
  }

  private Optional<ItemResult> result(JsonNode item, Instant now) {
    return item.at(status)
        .map(JsonItems::plain)
        .filter(text -> text.matches("[1-9][0-9]{2}"))
        .map(Integer::parseInt)
        .map(code -> withWait(ItemResult.of(code), item, now));
  }

  private ItemResult withWait(ItemResult result, JsonNode item, Instant now) {
    String pointer = wait;
    if (pointer == null) {
      return result;
    }
    List<String> value = item.at(pointer).map(JsonItems::plain).map(List::of).orElse(List.of());
    Hint hint = waits.read(ResponseHead.of(result.status(), Map.of(FIELD, value)), now);
    return hint.isPresent() && !hint.duration().isNegative()
        ? result.after(hint.duration())
        : result;
  }

  /** A number as it stands, a string without its quotes. */
  private static String plain(JsonNode node) {
    return node.text().orElseGet(node::toString);
  }
}
