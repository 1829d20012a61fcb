package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void valuesAreWrittenInTheirOrder() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("z", 1L);
    members.put("a", null);
    members.put("list", List.of(true, "x", Map.of()));
    members.put("none", List.of());
    assertThat(Json.text(members))
        .isEqualTo("{\"z\":1,\"a\":null,\"list\":[true,\"x\",{}],\"none\":[]}");
  }

  @Test
  void textIsEscapedInAscii() {
    assertThat(Json.text("a\"b\\c\n\u001b\u00e9\ud83d\ude00\u007f"))
        .isEqualTo("\"a\\\"b\\\\c\\u000a\\u001b\\u00e9\\ud83d\\ude00\\u007f\"");
  }
}
