package dev.heed.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCheckTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void anArrayOfWholeEventsIsTaken() throws JsonCheck.Malformed {
    String event = "{\"id\":\"a-1\",\"pad\":\"é\",\"length\":10}";

    assertThat(JsonCheck.events(bytes("[" + event + ",{\"id\":\"b\"}]")))
        .extracting(JsonCheck.Event::id)
        .containsExactly("a-1", "b");
    assertThat(JsonCheck.events(bytes("[" + event + "]")).get(0).check())
        .isEqualTo(JsonCheck.checksum(bytes(event), 0, bytes(event).length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "[]",
        "[{\"id\":\"a\"}",
        "[{\"id\":\"a\"},]",
        "[{\"id\":\"a\"}{\"id\":\"b\"}]",
        "[{\"id\":\"a\"}]]",
        "[{\"id\":\"a\",\"pad\":\"x",
        "[{\"id\":\"a\",\"length\":}]",
        "[{\"id\":\"a\",\"length\":012}]",
        "[{\"id\":\"a\u0000\"}]",
        "{\"id\":\"a\"}"
      })
  void anythingElseIsNot(String body) {
    assertThatThrownBy(() -> JsonCheck.events(bytes(body))).isInstanceOf(JsonCheck.Malformed.class);
  }

  @Test
  void halfACharacterIsNot() {
    byte[] cut = bytes("[{\"id\":\"é\"}]");
    cut[9] = ' ';

    assertThatThrownBy(() -> JsonCheck.events(cut))
        .isInstanceOf(JsonCheck.Malformed.class)
        .hasMessage("it is not UTF-8");
  }
}
