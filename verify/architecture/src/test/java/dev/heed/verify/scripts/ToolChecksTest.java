package dev.heed.verify.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A missing or too old tool gets one line that says how to get it. */
@ParameterizedClass
@ValueSource(strings = {"heed", "check"})
class ToolChecksTest {

  private static final String HOW = "apt-get install openjdk-17-jdk maven";

  private final String script;
  private Sandbox sandbox;

  ToolChecksTest(String script) {
    this.script = script;
  }

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder);
  }

  @Test
  void noJava() throws Exception {
    sandbox.maven("3.8.7");
    assertOneLine(Map.of(), "no Java found. Heed needs a JDK, 17 or newer.");
  }

  @Test
  void aWrongJavaHome() throws Exception {
    sandbox.java("17.0.1").maven("3.8.7");
    assertOneLine(Map.of("JAVA_HOME", "/no/jdk"), "JAVA_HOME is /no/jdk, but there is no bin/java");
  }

  @ParameterizedTest
  @CsvSource({"11.0.2, 11", "1.8.0_402, 8", "16, 16"})
  void tooOldJava(String version, String major) throws Exception {
    sandbox.java(version).maven("3.8.7");
    assertOneLine(Map.of(), "bin/java is Java " + major + ". Heed needs a JDK, 17 or newer.");
  }

  @Test
  void aJavaThatIsNone() throws Exception {
    sandbox.java("unknown").maven("3.8.7");
    assertOneLine(Map.of(), "bin/java does not say which Java it is.");
  }

  @Test
  void noCompiler() throws Exception {
    sandbox.java("17.0.1").maven("3.8.7").without("javac");
    assertOneLine(Map.of(), "bin/java can run Java but not compile it.");
  }

  @Test
  void noMaven() throws Exception {
    sandbox.java("17.0.1");
    assertOneLine(Map.of(), "no Maven found. Heed builds itself with Maven, 3.8.7 or newer.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.8.6", "3.6.3", "2.9.9", "3.8"})
  void tooOldMaven(String version) throws Exception {
    sandbox.java("17.0.1").maven(version);
    assertOneLine(
        Map.of(), "bin/mvn is Maven " + version + ". Heed builds itself with Maven, 3.8.7");
  }

  @ParameterizedTest
  @CsvSource({"17, 3.8.7", "17.0.1, 3.9.16", "21-ea, 3.10.0", "25.0.3, 4.0.0-rc-5"})
  void newerOnesAreFine(String java, String maven) throws Exception {
    sandbox.java(java).maven(maven);
    Sandbox.Run run = sandbox.run(sandbox.root.resolve(script));
    assertThat(run.err()).doesNotContain(HOW);
    assertThat(run.status()).isNotEqualTo(2);
  }

  private void assertOneLine(Map<String, String> environment, String part) throws Exception {
    Sandbox.Run run = sandbox.run(environment, sandbox.root.resolve(script));
    assertThat(run.err()).startsWith(script + ": ").contains(part).contains(HOW);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(2);
  }
}
