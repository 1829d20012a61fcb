package dev.heed.segment.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Rule D5: only valid JSON goes on the wire. */
@Tag("D5")
class JsonTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");

  private static final String NONE = "no JSON";

  private final ObjectMapper jackson = new ObjectMapper();

  @Test
  void valuesOfJavaHaveTheirUsualForm() {
    assertThat(JsonWriter.write(Arrays.asList("a", 'b', 5, 2.5, new BigDecimal("1e3"), true, null)))
        .isEqualTo("[\"a\",\"b\",5,2.5,1E+3,true,null]");
    assertThat(JsonWriter.write(new Object[] {TimeUnit.DAYS, LocalDate.of(2026, 3, 1)}))
        .isEqualTo("[\"DAYS\",\"2026-03-01\"]");
    assertThat(JsonWriter.write(List.of(URI.create("https://a/b"), new UUID(0, 7))))
        .isEqualTo("[\"https://a/b\",\"00000000-0000-0000-0000-000000000007\"]");
    assertThat(JsonWriter.write(Map.of())).isEqualTo("{}");
    assertThat(JsonWriter.write(List.of())).isEqualTo("[]");
  }

  @Test
  @SuppressWarnings("JavaUtilDate")
  void timesAreInUtcWithMilliseconds() {
    String noon = "\"2026-03-01T12:00:00.123Z\"";
    assertThat(JsonWriter.write(NOON)).isEqualTo(noon);
    assertThat(JsonWriter.write(NOON.atZone(ZoneOffset.ofHours(5)))).isEqualTo(noon);
    assertThat(JsonWriter.write(NOON.atOffset(ZoneOffset.ofHours(-5)))).isEqualTo(noon);
    assertThat(JsonWriter.write(new Date(NOON.toEpochMilli()))).isEqualTo(noon);
  }

  @Test
  void timesOfAllYearsAreWrittenAsOthersReadThem() {
    long seed = 7;
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      Instant instant =
          Instant.ofEpochSecond(random.nextLong(-70_000_000_000L, 260_000_000_000L))
              .plusMillis(random.nextInt(1000));
      String text = JsonWriter.time(instant);
      assertThat(Instant.parse(text)).as("seed %d, round %d", seed, round).isEqualTo(instant);
      assertThat(text).endsWith("Z");
    }
    assertThat(JsonWriter.time(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
    assertThat(JsonWriter.time(Instant.MAX)).isEqualTo("+1000000000-12-31T23:59:59.999Z");
  }

  @Test
  void textIsEscapedWhereItMustBeAndNowhereElse() {
    assertThat(JsonWriter.write("q\" b\\ n\n é 😀")).isEqualTo("\"q\\\" b\\\\ n\\u000a é 😀\"");
    assertThat(JsonWriter.write("\ud83d!")).isEqualTo("\"\\ud83d!\"");
    assertThat(JsonWriter.write("!\ude00")).isEqualTo("\"!\\ude00\"");
  }

  @Test
  void whatJsonCannotHoldIsRefusedWithTheReason() {
    refused(Double.NaN, "NaN is no number in JSON");
    refused(Map.of(1, 2), "the keys of a map must be text: 1");
    refused(new Object(), "a java.lang.Object has no JSON form; use text, numbers, booleans");
    List<Object> inside = new ArrayList<>();
    inside.add(inside);
    refused(inside, "it is nested deeper than 490");
  }

  private static void refused(Object value, String reason) {
    assertThatThrownBy(() -> JsonWriter.write(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void whatWasWrittenIsReadAsItWas() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("text \" \\ \n 😀 /", "\ud83d");
    members.put("numbers", List.of(new BigDecimal("5"), new BigDecimal("-0.10")));
    members.put("none", null);
    members.put("nested", Map.of("yes", true));
    assertThat(JsonReader.readObject(JsonWriter.write(members))).isEqualTo(members);
  }

  @Test
  void allEscapesAreRead() {
    assertThat(JsonReader.read(" \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\" "))
        .isEqualTo("\"\\/\b\f\n\r\té");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "nul",
        "tru",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "1 2",
        "[] []",
        "'a'",
        "NaN",
        "1e99999999999"
      })
  void whatIsNoJsonIsNotRead(String text) {
    assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theReasonNamesThePlace() {
    assertThatThrownBy(() -> JsonReader.read("{\"a\":x}"))
        .hasMessage("'x' where a value belongs, at character 5");
    assertThatThrownBy(() -> JsonReader.read("[1}"))
        .hasMessage("'}' where ] belongs, at character 2");
    assertThatThrownBy(() -> JsonReader.read("\"abc"))
        .hasMessage("the text ends at character 4, in a value");
    assertThatThrownBy(() -> JsonReader.readObject("[]")).hasMessage("not an object");
    assertThatThrownBy(() -> JsonReader.read("[".repeat(1000)))
        .hasMessage("nested deeper than 490");
  }

  @Test
  void textOfAllKindsIsReadByOthersAsItWas() {
    long seed = 20_260_301;
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.appendCodePoint(valid(random.nextInt(random.nextBoolean() ? 0x80 : 0x110000)));
      }
      String json = JsonWriter.write(Collections.singletonMap("t", text.toString()));
      assertThat(jackson.readTree(json.getBytes(StandardCharsets.UTF_8)).get("t").asString())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(text.toString());
      assertThat(JsonReader.readObject(json)).containsEntry("t", text.toString());
    }
  }

  /**
   * Texts that are nearly JSON: another reader agrees on which of them are, and on what is in them.
   */
  @Test
  void whatOthersReadIsReadAndWhatTheyRefuseIsRefused() {
    String whole = "{\"a\":[1,-2.50,3e4,true,null],\"b\":{\"c\":\"x\\n\\u00e9\"}, \"d\" : [] }";
    String pieces = "{}[]:,\"\\ntrue0123-+.eE \n\tx";
    long seed = 11;
    Random random = new Random(seed);
    int valid = 0;
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder(whole);
      for (int i = random.nextInt(3); i >= 0; i--) {
        int at = random.nextInt(text.length());
        String piece = pieces.substring(random.nextInt(pieces.length())).substring(0, 1);
        text.replace(at, at + random.nextInt(2), random.nextBoolean() ? piece : "");
      }
      String expected = byJackson(text.toString());
      assertThat(byUs(text.toString())).as("seed %d: %s", seed, text).isEqualTo(expected);
      valid += expected.equals(NONE) ? 0 : 1;
    }
    assertThat(valid).isBetween(250, 4_750);
  }

  private String byJackson(String text) {
    try {
      return String.valueOf(read(jackson.readTree(text)));
    } catch (RuntimeException e) {
      return NONE;
    }
  }

  private @Nullable Object read(JsonNode node) {
    if (node.isObject()) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      node.properties().forEach(member -> members.put(member.getKey(), read(member.getValue())));
      return members;
    }
    if (node.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      node.forEach(element -> elements.add(read(element)));
      return elements;
    }
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return node.isString() ? node.asString() : node.isNull() ? null : node.asBoolean();
  }

  private String byUs(String text) {
    try {
      return String.valueOf(read(jackson.readTree(JsonWriter.write(JsonReader.read(text)))));
    } catch (IllegalArgumentException e) {
      return NONE;
    }
  }

  private static int valid(int codePoint) {
    return codePoint >= 0xd800 && codePoint < 0xe000 ? 'x' : codePoint;
  }
}
