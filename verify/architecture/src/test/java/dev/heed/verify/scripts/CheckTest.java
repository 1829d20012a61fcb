package dev.heed.verify.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {

  private static final String REPORTS =
      """
      mkdir -p core/target/surefire-reports cli/target/surefire-reports
      for module in core cli; do
        echo '<testsuite name="A" time="1" tests="3" errors="0" skipped="1" failures="%s">' \
          >$module/target/surefire-reports/TEST-A.xml
      done
      """;

  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder).java("17.0.1");
  }

  private Sandbox.Run check(String... arguments) throws Exception {
    return sandbox.run(sandbox.root.resolve("check"), arguments);
  }

  @Test
  void runsEverythingFromACleanTreeAndHandsOverArguments() throws Exception {
    sandbox.maven("3.8.7");
    check("-o", "-Dkey=a b");
    assertThat(sandbox.calls())
        .contains("mvn -B -ntp -Dstyle.color=never clean verify -o -Dkey=a b");
  }

  @Test
  void closesWithTheSumOfAllTests() throws Exception {
    sandbox.maven("3.8.7", REPORTS.formatted(0));
    Sandbox.Run run = check();
    assertThat(run.out())
        .contains("check: all gates passed")
        .endsWith("Tests run: 6, Failures: 0, Errors: 0, Skipped: 2\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void failsWithTheTestsEvenWhenMavenDoesNot() throws Exception {
    sandbox.maven("3.8.7", REPORTS.formatted(1));
    Sandbox.Run run = check();
    assertThat(run.out()).contains("check: FAILED").contains("Failures: 2");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void failsWithMaven() throws Exception {
    sandbox.maven("3.8.7", "exit 1");
    assertThat(check().status()).isEqualTo(1);
  }

  @Test
  void saysWhatANewerJavaDoesNotCheck() throws Exception {
    sandbox.java("25.0.3").maven("3.8.7");
    assertThat(check().out()).contains("not checked with this Java: the format");
  }
}
