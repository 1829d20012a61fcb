package dev.heed.delivery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

@Tag("D5")
class JsonNodeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " [ ] ",
        "\r\n\t0",
        "-0.0e-00",
        "1E+5",
        "\"\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00\"",
        "\"é 日本 \uD83D\uDE00\"",
        "true",
        "false",
        "null",
        "{\"a\":[1,{\"b\":null}],\"\":\"\\ud800\"}",
      })
  void wholeValuesAreJson(String text) {
    assertThatCode(() -> JsonNode.check(bytes(text))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "``; the end where a value belongs, at byte 0",
        "`{\"a\":1`; the end where a comma or } belongs, at byte 6",
        "`{\"a\":1,}`; '}' where a string belongs, at byte 7",
        "`{\"a\" 1}`; '1' where a colon belongs, at byte 5",
        "`[1 2]`; '2' where a comma or ] belongs, at byte 3",
        "`[1,]`; ']' where a value belongs, at byte 3",
        "`01`; '1' after the end of the value, at byte 1",
        "`1.`; the end in the fraction of a number, at byte 2",
        "`1e`; the end in the exponent of a number, at byte 2",
        "`+1`; '+' where a value belongs, at byte 0",
        "`NaN`; 'N' where a value belongs, at byte 0",
        "`tru`; the end in true, at byte 3",
        "`\"a`; the end in a string, at byte 2",
        "`\"\\x\"`; 'x' after a backslash, at byte 2",
        "`\"\\u12g4\"`; 'g' where a hexadecimal digit belongs, at byte 5",
        "`{} {}`; '{' after the end of the value, at byte 3",
      })
  void whatIsNotJsonSaysWhereItStopsBeingSo(String text, String message) {
    assertThatThrownBy(() -> JsonNode.check(bytes(text)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage(message);
  }

  @Test
  void aLineBreakInAStringMustBeEscaped() {
    assertThatThrownBy(() -> JsonNode.check(bytes("\"a\nb\"")))
        .hasMessage("0x0a in a string, where it must be escaped, at byte 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "c080",
        "c3",
        "c328",
        "e08080",
        "eda080",
        "f0808080",
        "f4908080",
        "f5",
        "ff"
      })
  void onlyUtf8IsText(String hex) {
    byte[] text = new byte[hex.length() / 2 + 2];
    text[0] = '"';
    for (int i = 0; i < hex.length(); i += 2) {
      text[1 + i / 2] = (byte) Integer.parseInt(hex.substring(i, i + 2), 16);
    }
    text[text.length - 1] = '"';
    assertThatThrownBy(() -> JsonNode.check(text)).hasMessage("not UTF-8 at byte 1");
  }

  @Test
  void nestingIsBounded() {
    String deep = "[".repeat(500) + "]".repeat(500);
    assertThatCode(() -> JsonNode.check(bytes(deep))).doesNotThrowAnyException();
    assertThatThrownBy(() -> JsonNode.check(bytes("[".repeat(100_000))))
        .hasMessage("nested deeper than 500 at byte 500");
  }

  @Test
  void membersAndElementsAreFoundByPointer() throws Exception {
    JsonNode node = parse(" { \"a/b\" : [ 1 , { \"~\" : \"deep\" } ] , \"\" : true } ");
    assertThat(node.at("/a~1b/1/~0").flatMap(JsonNode::text)).contains("deep");
    assertThat(node.at("/").flatMap(JsonNode::bool)).contains(true);
    assertThat(node.at("")).containsSame(node);
    assertThat(node.at("/a~1b/2")).isEmpty();
    assertThat(node.at("/a~1b/01")).isEmpty();
    assertThat(node.at("/a~1b/99999999999")).isEmpty();
    assertThat(node.at("/missing/deeper")).isEmpty();
  }

  @Test
  void aValueIsWhatItIsAndNothingElse() throws Exception {
    assertThat(parse("\"5\"").number()).isEmpty();
    assertThat(parse("5").text()).isEmpty();
    assertThat(parse("-5.50").number()).contains(new BigDecimal("-5.50"));
    assertThat(parse("1e99999999999").number()).isEmpty();
    assertThat(parse("null").bool()).isEmpty();
    assertThat(parse("[]").members()).isEmpty();
    assertThat(parse("{}").elements()).isEmpty();
  }

  @Test
  void theLastOfTwoMembersCounts() throws Exception {
    assertThat(parse("{\"a\":1,\"a\":2}").member("a")).map(JsonNode::toString).contains("2");
  }

  @Test
  void theRawTextOfAMemberIsKeptAsItWas() throws Exception {
    JsonNode event = parse("{\"event\": { \"n\" : 1.0 , \"s\":\"\\u00e9\"} }").at("/event").get();
    assertThat(new String(event.raw(), StandardCharsets.UTF_8))
        .isEqualTo("{ \"n\" : 1.0 , \"s\":\"\\u00e9\"}");
  }

  @Test
  void quotedTextReadsBackAsItWas() throws Exception {
    String text = "\"\\/\b\f\n\r\t\u0001 é \uD83D\uDE00 \ud800";
    assertThat(parse(JsonText.quoted(text)).text()).contains(text);
  }

  @ParameterizedTest
  @CsvSource({
    "items, 'a JSON pointer is empty or starts with a slash, as in /items: items'",
    "/a~b, 'in a JSON pointer ~ stands before 0 or 1 only, as in ~0 for a tilde: /a~b'",
    "/a~, 'in a JSON pointer ~ stands before 0 or 1 only, as in ~0 for a tilde: /a~'",
  })
  void aPointerWithoutTheFormOfOneIsRefused(String pointer, String message) {
    assertThatThrownBy(() -> JsonPointer.check(pointer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aSecondParserAgreesOnWhatIsJson() {
    JsonMapper jackson =
        JsonMapper.builder(
                JsonFactory.builder()
                    .streamReadConstraints(
                        StreamReadConstraints.builder().maxNumberLength(10_000).build())
                    .build())
            .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    long seed = 20261130;
    Random random = new Random(seed);
    for (int i = 0; i < 30_000; i++) {
      byte[] text = mutated(random);
      assertThat(isJson(text))
          .as("seed %d, round %d: %s", seed, i, new String(text, StandardCharsets.ISO_8859_1))
          .isEqualTo(isJson(jackson, text));
    }
  }

  /** Valid text with some of its bytes changed, taken out or put in. */
  private static byte[] mutated(Random random) {
    StringBuilder text =
        new StringBuilder(
            "{\"a\":[1,-2.5e+3,true,null,\"\\u00e9\\n\"],\"b\":{\"c\":\"x\"},\"d\":0}");
    String alphabet = "{}[]\",:0123456789.eE+-\\u truefalsn \n";
    for (int edits = random.nextInt(4); edits > 0; edits--) {
      int at = random.nextInt(text.length());
      char c = alphabet.charAt(random.nextInt(alphabet.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.setCharAt(at, c);
        case 1 -> text.deleteCharAt(at);
        default -> text.insert(at, c);
      }
    }
    return bytes(text.toString());
  }

  private static boolean isJson(byte[] text) {
    try {
      JsonNode.check(text);
      return true;
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static boolean isJson(JsonMapper jackson, byte[] text) {
    try {
      return !jackson.readTree(text).isMissingNode();
    } catch (JacksonException e) {
      return false;
    }
  }

  private static JsonNode parse(String text) throws MalformedJsonException {
    return JsonNode.parse(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
