package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of the decisions between attempts side by side, against the machine. */
final class HedgingTableTest {

  private static final Path TABLE = Path.of("..", "docs", "hedging-table.csv");

  private static Map<String, List<String>> inputs() {
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    inputs.put("event", events());
    inputs.put("method", List.of("allowed", "refused"));
    inputs.put("replay", List.of("replayable", "once"));
    inputs.put("hedges", List.of("left", "none"));
    inputs.put("place", List.of("same", "elsewhere", "none"));
    inputs.put("deadline", List.of("left", "over"));
    inputs.put("budget", List.of("left", "empty"));
    inputs.put("others", List.of("none", "running"));
    return inputs;
  }

  private static List<String> events() {
    return List.of(
        "delay",
        "delay-stale",
        "good",
        "final",
        "bad",
        "asked",
        "transport",
        "timed-out",
        "not-processed",
        "stage",
        "refused-inside",
        "certificate",
        "caller",
        "credentials",
        "call-timed-out",
        "cancelled",
        "interrupted",
        "body-too-large",
        "body-lost",
        "refused",
        "winner-broke",
        "late",
        "after-cancel");
  }

  private static DecisionTable table() throws IOException {
    return DecisionTable.parse(inputs(), Files.readAllLines(TABLE));
  }

  @Test
  void eachCombinationMatchesExactlyOneRow() throws IOException {
    assertThat(table().problems()).isEmpty();
  }

  @Test
  void eachRowNamesItsRules() throws IOException {
    assertThat(table().rows())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.cell("rules")).matches("[A-Z]\\d+( [A-Z]\\d+)*"));
  }

  @Test
  @Tag("Z1")
  @Tag("Z2")
  @Tag("Z3")
  @Tag("Z4")
  @Tag("Z5")
  @Tag("G3")
  @Tag("G6")
  void theMachineAnswersAsTheTableSays() throws IOException {
    DecisionTable table = table();
    List<String> wrong = new ArrayList<>();
    table.forEachCombination(
        combination ->
            table.matching(combination).forEach(row -> compare(combination, row, wrong)));

    assertThat(wrong).isEmpty();
  }

  private static void compare(
      Map<String, String> combination, DecisionTable.Row row, List<String> wrong) {
    String expected =
        String.join(",", row.cell("directive"), row.cell("start"), row.cell("reason"));
    String answer = new HedgeScenario(combination).answer();
    if (!answer.equals(expected)) {
      wrong.add(row + " " + combination + " -> " + answer);
    }
  }
}
