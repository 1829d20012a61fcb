package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DecisionTableTest {

  private static final Path TABLE = Path.of("..", "docs", "decision-table.csv");

  private static Map<String, List<String>> inputs() {
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    inputs.put("outcome", outcomes());
    inputs.put("method", List.of("allowed", "refused", "throttled-any"));
    inputs.put("replay", List.of("replayable", "once"));
    inputs.put(
        "hint",
        List.of("none", "zero", "zero-again", "fits", "max", "above-max", "too-long", "negative"));
    inputs.put("retries", List.of("left", "none"));
    inputs.put("deadline", List.of("none", "fits", "passes"));
    inputs.put("verdict", List.of("none", "retry", "stop", "delay", "delay-long"));
    inputs.put("budget", List.of("left", "empty"));
    return inputs;
  }

  private static List<String> outcomes() {
    return List.of(
        "ok",
        "401-hook",
        "401-again",
        "other",
        "transient",
        "throttled",
        "hinted",
        "transport",
        "timed-out",
        "not-processed",
        "not-processed-again",
        "stage",
        "body-lost",
        "failures-off",
        "call-timed-out",
        "certificate",
        "credentials",
        "caller",
        "body-too-large",
        "cancelled",
        "interrupted",
        "refused",
        "refused-inside",
        "held-cooldown",
        "held-limit");
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
  @Tag("R1")
  @Tag("R3")
  @Tag("R4")
  @Tag("R5")
  @Tag("R6")
  @Tag("R8")
  @Tag("R9")
  @Tag("W4")
  @Tag("W5")
  @Tag("W6")
  @Tag("G3")
  @Tag("G6")
  @Tag("G7")
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
    String expected = row.cell("directive") + "," + row.cell("reason");
    DecisionScenario scenario = new DecisionScenario(combination);
    for (int status : scenario.statuses()) {
      String answer = scenario.answer(status);
      if (!answer.equals(expected)) {
        wrong.add(row + " " + combination + " " + status + " -> " + answer);
      }
      // A token of the budget is worth a retry: taken for one, and for nothing else.
      if (scenario.tokensTaken() != (expected.startsWith("wait") ? 1 : 0)) {
        wrong.add(row + " " + combination + " " + status + " took " + scenario.tokensTaken());
      }
    }
  }

  private static final Map<String, List<String>> SMALL =
      Map.of("a", List.of("1", "2"), "b", List.of("x", "y"));

  private static List<String> problemsOf(String... rows) {
    List<String> lines = new ArrayList<>(List.of("# a comment", "a,b,answer"));
    lines.addAll(List.of(rows));
    return DecisionTable.parse(SMALL, lines).problems();
  }

  @Test
  void theCheckerAcceptsAWholeTable() {
    assertThat(problemsOf("1,*,no", "2,x|y,yes")).isEmpty();
  }

  @Test
  void theCheckerFindsAGap() {
    assertThat(problemsOf("1,*,no", "2,x,yes"))
        .hasSize(1)
        .allMatch(problem -> problem.startsWith("gap: ") && problem.contains("a=2"));
  }

  @Test
  void theCheckerFindsAnOverlap() {
    assertThat(problemsOf("1,*,no", "2,*,yes", "*,x,maybe"))
        .hasSize(2)
        .allMatch(problem -> problem.startsWith("overlap [line "));
  }

  @Test
  void theCheckerRefusesAValueThatDoesNotExist() {
    assertThatThrownBy(() -> problemsOf("1,*,no", "3,*,yes")).hasMessage("line 4: a cannot be '3'");
    assertThatThrownBy(() -> problemsOf("1|,*,no")).hasMessage("line 3: a cannot be ''");
  }

  @Test
  void theCheckerRefusesALineWithTooFewCells() {
    assertThatThrownBy(() -> problemsOf("1,*")).hasMessage("line 3 has 2 cells, not 3");
  }
}
