package dev.heed.delivery.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.hint.HintFormat;
import dev.heed.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D9")
class ItemReaderTest {

  @Test
  void aPointerFindsTheStatusOfEachEvent() {
    ItemReader reader = ItemReader.json("/items", "/index/status");
    String body =
        "{\"took\":3,\"items\":[{\"index\":{\"status\":201}},{\"index\":{\"status\":\"429\"}}]}";
    assertThat(read(reader, body)).containsExactly(ItemResult.of(201), ItemResult.of(429));
  }

  @Test
  void theBodyMayBeTheListAndEachItemTheStatus() {
    assertThat(read(ItemReader.json("", ""), "[200,400]"))
        .containsExactly(ItemResult.accepted(), ItemResult.of(400));
  }

  @Test
  void aPointerFindsTheWaitOfEachEvent() {
    ItemReader reader = ItemReader.json("/r", "/s", "/wait", HintFormat.MILLISECONDS);
    String body =
        "{\"r\":[{\"s\":503,\"wait\":1500},{\"s\":503,\"wait\":\"2\"},{\"s\":503,\"wait\":-1},{\"s\":200}]}";
    assertThat(read(reader, body))
        .containsExactly(
            ItemResult.of(503).after(Duration.ofMillis(1500)),
            ItemResult.of(503).after(Duration.ofMillis(2)),
            ItemResult.of(503),
            ItemResult.accepted());
  }

  @Test
  void aWaitMayBeATime() {
    ItemReader reader = ItemReader.json("", "/s", "/until", HintFormat.ISO_8601);
    assertThat(read(reader, "[{\"s\":429,\"until\":\"2026-03-01T12:00:09Z\"}]"))
        .containsExactly(ItemResult.of(429).after(Duration.ofSeconds(9)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "{}",
        "{\"items\":{}}",
        "{\"items\":[]}",
        "{\"items\":[{\"status\":200},{}]}",
        "{\"items\":[{\"status\":99}]}",
        "{\"items\":[{\"status\":200.5}]}",
        "{\"items\":[{\"status\":true}]}"
      })
  void aSuccessWithoutResultsIsReported(String body) {
    ItemReader reader = ItemReader.json("/items", "/status");
    assertThatThrownBy(() -> read(reader, body))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a 200 without results at '/items' and '/status'");
    assertThat(reader.read(Batches.of("1", "2"), response(503, body))).isEmpty();
  }

  @Test
  void anEmptyBodyTellsNothing() {
    assertThat(read(ItemReader.json("/items", "/status"), "")).isEmpty();
  }

  @Test
  void pointersAreCheckedAtOnce() {
    assertThatThrownBy(() -> ItemReader.json("items", "/status"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a JSON pointer is empty or starts with a slash, as in /items: items");
  }

  @Test
  void aResultIsAPossibleOne() {
    assertThatThrownBy(() -> ItemResult.of(99)).hasMessage("no status: 99");
    assertThatThrownBy(() -> ItemResult.of(200).after(Duration.ofSeconds(-1)))
        .hasMessage("a wait is not negative: -1 s");
    assertThat(ItemResult.of(429).after(Duration.ofSeconds(2))).hasToString("429 after 2 s");
  }

  private static List<ItemResult> read(ItemReader reader, String body) {
    return reader.read(Batches.of("1", "2"), response(200, body));
  }

  private static UploadResponse response(int status, String body) {
    ResponseHead head = ResponseHead.of(status, Map.of());
    return UploadResponse.of(head, body.getBytes(StandardCharsets.UTF_8));
  }
}
