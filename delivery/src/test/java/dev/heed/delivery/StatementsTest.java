package dev.heed.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the numbered statements of the documentation with the tags of the tests. */
class StatementsTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\| ([^|]+) \\|", Pattern.MULTILINE);
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"statement-(\\d+)\"\\)");

  @Test
  void eachStatementThatIsShownHasATestAndNoOtherHas() throws IOException {
    Map<Integer, String> statements = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../docs/delivery-statements.md")));
    while (row.find()) {
      statements.put(Integer.parseInt(row.group(1)), row.group(2));
    }
    Set<Integer> shown = new TreeSet<>(statements.keySet());
    shown.removeIf(number -> !"shown".equals(statements.get(number)));
    assertThat(statements).hasSize(58).doesNotContainKeys(32, 33);
    assertThat(tagged()).isEqualTo(shown);
  }

  private static Set<Integer> tagged() throws IOException {
    Set<Integer> tagged = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      files
          .filter(file -> file.toString().endsWith("Test.java"))
          .map(StatementsTest::text)
          .forEach(
              text -> TAG.matcher(text).results().forEach(tag -> tagged.add(number(tag.group(1)))));
    }
    return tagged;
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
