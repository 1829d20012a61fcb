package dev.heed.verify.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int run(String... args) throws InterruptedException {
    return Main.run(List.of(args), new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private int runProgram(String fault, String... options) throws InterruptedException {
    List<String> args = new ArrayList<>(List.of(options));
    args.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    args.addAll(List.of("-cp", System.getProperty("java.class.path"), WrongMain.class.getName()));
    args.addAll(fault.isEmpty() ? List.of() : List.of(fault));
    return run(args.toArray(String[]::new));
  }

  private String out() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aProgramThatIsRightPasses() throws Exception {
    assertThat(runProgram("", "--groups", "basic", "--case", "one event")).isZero();
    assertThat(out()).isEqualTo("ok    basic/one event arrives%n1 of 1 cases passed%n".formatted());
  }

  @Test
  void aProgramThatIsWrongIsToldWhatAndFromWhere() throws Exception {
    assertThat(runProgram("NO_RESULT", "--case", "one event arrives")).isEqualTo(1);
    assertThat(out())
        .contains("FAIL  basic/one event arrives", "does not end in a JSON object", "from P1, P8")
        .endsWith("0 of 1 cases passed%n".formatted());
  }

  @Test
  void aProgramThatIsNotThereFailsItsCases() throws Exception {
    assertThat(run("--case", "one event arrives", "/nowhere/command")).isEqualTo(1);
    assertThat(out()).contains("the command could not be run");
  }

  @Test
  void casesAreListedWithoutACommand() throws Exception {
    assertThat(run("--list", "--groups", "authorization")).isZero();
    assertThat(out()).contains("authorization/a retry has it  [D8, S29]").doesNotContain("basic/");
  }

  @Test
  void wrongUsageIsExplained() throws Exception {
    assertThat(run("--list", "--nonsense", "x")).isEqualTo(2);
    assertThat(out()).contains("unknown option --nonsense", "Usage: verify/e2e/run");
    assertThat(run("--skip", "basic")).isEqualTo(2);
    assertThat(out()).contains("there is no command to run");
    assertThat(run("--case")).isEqualTo(2);
    assertThat(run("--parallel", "many", "x")).isEqualTo(2);
  }
}
