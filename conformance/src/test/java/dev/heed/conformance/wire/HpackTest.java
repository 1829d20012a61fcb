package dev.heed.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of RFC 7541, appendix C, and what they leave out. */
class HpackTest {

  private final Hpack hpack = new Hpack();

  private List<String> read(String hex) throws IOException {
    byte[] block = HexFormat.of().parseHex(hex.replace(" ", ""));
    return hpack.read(block).stream().map(Field::toString).toList();
  }

  @Test
  void literalsAndIndexesAreRead() throws Exception {
    assertThat(read("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"))
        .containsExactly("custom-key: custom-header");
    assertThat(read("040c 2f73 616d 706c 652f 7061 7468")).containsExactly(":path: /sample/path");
    assertThat(read("1008 7061 7373 776f 7264 0673 6563 7265 74"))
        .containsExactly("password: secret");
    assertThat(read("82")).containsExactly(":method: GET");
    assertThat(read("be")).containsExactly("custom-key: custom-header");
  }

  @Test
  void requestsInHuffmanCodeAreReadOneAfterAnother() throws Exception {
    assertThat(read("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"))
        .containsExactly(
            ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com");
    assertThat(read("8286 84be 5886 a8eb 1064 9cbf")).contains("cache-control: no-cache");
    assertThat(read("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"))
        .containsExactly(
            ":method: GET",
            ":scheme: https",
            ":path: /index.html",
            ":authority: www.example.com",
            "custom-key: custom-value");
  }

  @Test
  void smallTableForgetsTheOldest() throws Exception {
    // Room for one field of 38 bytes: the size of the table comes first.
    assertThat(read("3f0b 4003 616161 03 626262 4003 636363 03 646464 be"))
        .containsExactly("aaa: bbb", "ccc: ddd", "ccc: ddd");
    assertThatThrownBy(() -> read("bf"))
        .isInstanceOf(IOException.class)
        .hasMessage("no header field at index 63");
  }

  @Test
  void everyByteHasACode() throws Exception {
    // A canonical code is complete when its words use up all there is, which the last one shows.
    assertThat(Huffman.decode(HexFormat.of().parseHex("fffffff3"))).containsExactly('\n');
    assertThatThrownBy(() -> Huffman.decode(HexFormat.of().parseHex("ffff")))
        .isInstanceOf(IOException.class)
        .hasMessage("a Huffman code that ends nowhere");
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    List<Field> fields =
        List.of(
            new Field(":status", "503"),
            new Field("x-long", "v".repeat(300)),
            new Field("x-127", "w".repeat(127)),
            new Field("x-empty", ""));
    assertThat(hpack.read(Hpack.write(fields))).isEqualTo(fields);
  }

  @Test
  void blockThatIsCutIsAnError() {
    assertThatThrownBy(() -> read("400a 63")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read("ff")).isInstanceOf(IOException.class);
  }
}
