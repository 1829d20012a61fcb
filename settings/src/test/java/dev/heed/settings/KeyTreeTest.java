package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.HeedRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of keys, and what is made of it. */
class KeyTreeTest {

  private static final List<String> VALUES =
      List.of(
          "30s",
          "0s",
          "30",
          "PT1S",
          "5 sec",
          "true",
          "false",
          "yes",
          "none",
          "forever",
          "[429]",
          "[GET]",
          "[get]",
          "[x]",
          "[99]",
          "[]",
          "[[1]]",
          "[~]",
          "X-Id",
          "'X Id'",
          "1MiB",
          "1MB",
          "0.5",
          "1.5",
          "safe",
          "full",
          "github",
          "set",
          "call",
          "stripe",
          "50 in 1s",
          "after-failure",
          "[https://a.example]",
          "[https://a.example x2, [https://b.example x2, https://c.example]]",
          "[{bases: [https://a.example], weight: 2}]",
          "[{bases: [https://a.example], weight: 0}]",
          "[{weight: 2}]",
          "[{bases: []}]",
          "[[]]",
          "[https://u:p@a.example]",
          "[https://a.example?q]",
          "[https://a.example x0]",
          "[ftp://a.example]",
          "weighted-first",
          "'3'",
          "'true'",
          "~",
          "{}",
          "{a: 1}",
          "0",
          "-1",
          "99999999999",
          "''");

  private static Stream<Group> groups() {
    return KeyTree.GROUPS.stream();
  }

  /** A file with one value. */
  private static String file(Group group, Key<?> key, String value) {
    String line = key.name() + ": " + value;
    return "clients: {a: {"
        + (group.name().isEmpty() ? line : group.name() + ": {" + line + "}")
        + "}}";
  }

  private static boolean reads(String text) {
    try {
      return SettingsFile.parse("heed.yaml", text) != null;
    } catch (SettingsException e) {
      // What does not go together with the defaults is right by itself.
      return e.problems().stream().allMatch(line -> line.matches(".* must (not exceed|be 0 <=).*"));
    }
  }

  @ParameterizedTest
  @MethodSource("groups")
  void everyKeyIsDescribed(Group group) {
    assertThat(group.description()).endsWith(".");
    assertThat(group.keys())
        .isNotEmpty()
        .allSatisfy(key -> assertThat(key.name()).matches("[a-z]+(-[a-z]+)*"))
        .allSatisfy(key -> assertThat(key.description()).matches("(?s)[A-Z].*\\."));
  }

  @Test
  void noKeyOfOneSectionCanBeTakenForThatOfAnother() {
    Set<String> seen = new HashSet<>(KeyTree.names());
    List<String> twice = new ArrayList<>();
    KeyTree.GROUPS.stream()
        .skip(1)
        .flatMap(group -> group.keys().stream())
        .map(Key::name)
        .filter(name -> !name.equals(KeyTree.ENABLED) && !seen.add(name))
        .forEach(twice::add);
    // Which methods and statuses are meant is the same for retries and for hedges.
    assertThat(twice).containsExactly(RetryKeys.METHODS, RetryKeys.STATUSES);
  }

  @ParameterizedTest
  @MethodSource("groups")
  void theExampleOfEveryKeyIsRight(Group group) {
    assertThat(group.keys())
        .allSatisfy(key -> assertThat(reads(file(group, key, key.type().example()))).isTrue());
  }

  @ParameterizedTest
  @MethodSource("groups")
  void whatIsUsualChangesNothing(Group group) {
    boolean switched = group.key(KeyTree.ENABLED).isPresent();
    String usual = switched ? "{a: {" + group.name() + ": {enabled: true}}}" : "{a: {}}";
    for (Key<?> key : group.keys()) {
      String text = file(group, key, key.usual());
      // A list of statuses says more than its elements: that the others are not wanted.
      String plan = plan(text).replace("with a hint []", "with a hint [403, 529]");
      assertThat(plan).as(text).isEqualTo(plan("clients: " + usual));
    }
  }

  private static String plan(String text) {
    return HeedRegistry.of(SettingsFile.parse("heed.yaml", text)).plan("a").toString();
  }

  @Test
  void theSchemaForEditorsIsMadeOfTheTable() throws Exception {
    Documents.isUpToDate("heed.schema.json", SchemaText.make());
  }

  /** An editor tells what the reader tells, apart from what a schema cannot say. */
  @ParameterizedTest
  @MethodSource("groups")
  void theSchemaAgreesWithTheReader(Group group) {
    Schema schema = new Schema(SchemaText.make());
    for (Key<?> key : group.keys()) {
      for (String value : VALUES) {
        String text = file(group, key, value);
        assertThat(schema.allows(Json.parse(text)))
            .as(text)
            .isEqualTo(reads(text) || isTooShort(key, value));
      }
    }
  }

  /** A pattern of a schema does not tell how long a duration is. */
  private static boolean isTooShort(Key<?> key, String value) {
    return value.equals("0s") && key.name().matches(".*-timeout|window|open-for");
  }

  @ParameterizedTest
  @MethodSource("files")
  void theSchemaAgreesAboutWholeFiles(String text) {
    assertThat(new Schema(SchemaText.make()).allows(Json.parse(text))).isEqualTo(reads(text));
  }

  private static Stream<String> files() {
    return Stream.of(
        "clients: {a: {}}",
        "defaults: {reports: true}",
        "{}",
        "defaults: {}",
        "clients: {}",
        "clients: {' ': {}}",
        "clients: {" + "a".repeat(129) + ": {}}",
        "clients: {a: ~}",
        "clients: {a: {retry: {}}}",
        "other: 1",
        "clients: {a: {other: 1}}",
        "clients: {a: {retry: {other: 1}}}");
  }

  @Test
  void theListOfKeysInTheGuideIsMadeOfTheTable() throws Exception {
    String guide = Documents.read("settings.md");
    String mark = "<!-- keys -->\n";
    String end = "<!-- end of keys -->\n";
    assertThat(guide).containsOnlyOnce(mark).containsOnlyOnce(end);
    Documents.isUpToDate(
        "settings.md",
        guide.substring(0, guide.indexOf(mark))
            + mark
            + KeyTables.make()
            + guide.substring(guide.indexOf(end)));
  }

  @Test
  void theExamplesOfTheGuideAreRight() throws Exception {
    Matcher block = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(Documents.read("settings.md"));
    int count = 0;
    for (; block.find(); count++) {
      String text = block.group(1);
      assertThat(SettingsFile.parse("settings.md", text)).isNotNull();
      assertThat(new Schema(SchemaText.make()).allows(Json.parse(text))).as(text).isTrue();
    }
    assertThat(count).isGreaterThanOrEqualTo(2);
  }

  @Test
  void theWrongExampleOfTheGuideIsAnsweredAsTheGuideSays() throws Exception {
    Matcher block =
        Pattern.compile("(?s)```yml\n(.*?)```.*?```text\n(.*?)```")
            .matcher(Documents.read("settings.md"));
    assertThat(block.find()).isTrue();
    List<String> problems;
    try {
      SettingsFile.parse("heed.yaml", block.group(1));
      problems = List.of();
    } catch (SettingsException e) {
      problems = e.problems();
    }
    assertThat(String.join("\n", problems) + "\n").isEqualTo(block.group(2));
  }

  @Test
  void namesInOtherWritingAreRecognized() {
    assertThat(KeyTree.asKey("maxRetries")).isEqualTo("max-retries");
    assertThat(KeyTree.asKey("MAX_RETRIES")).isEqualTo("max-retries");
    assertThat(KeyTree.asWritten("callTimeout and someThing and maxDelay"))
        .isEqualTo("call-timeout and someThing and max-delay");
  }
}
