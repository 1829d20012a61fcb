package dev.heed.delivery.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D1")
class DeliveryTableTest {

  private static final Map<String, List<String>> INPUTS = inputs();
  private static final Table TABLE = Table.read(Path.of("../docs/delivery-table.csv"), INPUTS);

  private static Map<String, List<String>> inputs() {
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    inputs.put(
        "answer",
        List.of(
            "ok",
            "too-large",
            "throttled",
            "retryable-4xx",
            "retryable-5xx",
            "refused-4xx",
            "final-5xx",
            "curable",
            "unknown",
            "told-to-drop",
            "told-to-keep",
            "no-response"));
    inputs.put("hint", List.of("none", "zero", "fits", "above"));
    inputs.put("rateLimit", List.of("on", "off"));
    inputs.put("backoff", List.of("on", "off"));
    inputs.put("limit", List.of("off", "left", "used"));
    inputs.put("time", List.of("fits", "over"));
    inputs.put("bare429", List.of("pause", "back-off"));
    return inputs;
  }

  @Test
  void eachCombinationMatchesExactlyOneRow() {
    assertThat(TABLE.problems()).isEmpty();
  }

  @Test
  @Tag("statement-34")
  void theMachineAnswersAsTheTableSays() {
    TABLE.combinations(
        inputs -> {
          Scenario scenario = new Scenario(inputs);
          Table.Row row = TABLE.only(inputs);
          for (int status : scenario.statuses()) {
            String answer = text(scenario.step(status));
            if (!answer.equals(expected(row))) {
              assertThat(answer).as("%s, %s, %d", row, inputs, status).isEqualTo(expected(row));
            }
          }
        });
  }

  private static String expected(Table.Row row) {
    String wait = row.cell("wait");
    return row.cell("verdict")
        + " "
        + row.cell("reason")
        + " "
        + (wait.equals("-") ? "-" : Scenario.wait(wait));
  }

  /** What the machine says, in the words of the table. */
  private static String text(Step step) {
    Verdict verdict = step.verdict();
    return word(verdict.kind())
        + " "
        + verdict.reason().map(DeliveryTableTest::word).orElse("-")
        + " "
        + verdict
            .again()
            .or(() -> step.state().pausedUntil())
            .map(until -> Duration.between(Scenario.NOW, until).toString())
            .orElse("-");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Each stands for settings; which of its own statuses it names does not matter here. */
  private static final Set<String> SETTINGS =
      Set.of("ok", "too-large", "curable", "told-to-drop", "told-to-keep");

  @Test
  @Tag("statement-20")
  void schedulingAndRemovalNeverDisagree() {
    AtomicInteger combinations = new AtomicInteger();
    TABLE.combinations(
        inputs -> {
          if (!SETTINGS.contains(inputs.get("answer"))) {
            return;
          }
          Scenario scenario = new Scenario(inputs);
          for (int status = 99; status <= 999; status++) {
            checkAgreement(scenario, status == 99 ? 0 : status);
            combinations.incrementAndGet();
          }
        });
    assertThat(combinations).hasValueGreaterThan(800_000);
  }

  private static void checkAgreement(Scenario scenario, int status) {
    Step step = scenario.step(status);
    boolean scheduled = step.verdict().again().isPresent();
    boolean remembered = step.state().batches().containsKey(Scenario.BATCH);
    boolean given =
        step.verdict().reason().isPresent() || step.verdict().kind() == Verdict.Kind.DONE;
    if (scheduled == step.verdict().settles() || scheduled != remembered || scheduled == given) {
      throw new AssertionError(status + " of " + scenario + ": " + step);
    }
    if (scheduled) {
      checkGate(scenario, step);
    }
  }

  /** The batch goes when the verdict says, and not a nanosecond before. */
  private static void checkGate(Scenario scenario, Step step) {
    DeliveryMachine machine = scenario.machine();
    Instant again = step.verdict().again().orElseThrow();
    Gate then = machine.gate(step.state(), again, Scenario.BATCH);
    Gate before = machine.gate(step.state(), again.minusNanos(1), Scenario.BATCH);
    boolean waits = again.isAfter(Scenario.NOW);
    if (then.kind() != Gate.Kind.SEND || waits == (before.kind() == Gate.Kind.SEND)) {
      throw new AssertionError(step + ": " + before + ", then " + then);
    }
  }

  @Test
  void aGapAnOverlapAndAnUnknownValueAreFound() {
    Table table =
        Table.parse(
            List.of("# a comment", "a,b,c", "x,*,1", "x,y,2", "v,y,3"),
            Map.of("a", List.of("x", "w"), "b", List.of("y")));
    assertThat(table.problems())
        .hasSize(4)
        .anyMatch(problem -> problem.startsWith("overlap [line 3, line 4]: "))
        .anyMatch(problem -> problem.startsWith("gap: ") && problem.contains("a=w"))
        .contains("unused: line 5", "line 5: a cannot be 'v'");
  }
}
