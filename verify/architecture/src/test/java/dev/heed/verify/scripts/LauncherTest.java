package dev.heed.verify.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {

  private Sandbox sandbox;
  private Path heed;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder).java("17.0.1").maven("3.8.7");
    heed = sandbox.root.resolve("heed");
  }

  @Test
  void buildsOnFirstUseAndSaysSoOnStderr() throws Exception {
    Sandbox.Run run = sandbox.run(heed);
    assertThat(sandbox.calls()).anyMatch(call -> call.contains("-pl cli -am package"));
    assertThat(run.err().lines()).singleElement().asString().startsWith("heed: building");
    assertThat(run.out()).doesNotContain("chatter");
  }

  @Test
  void handsOverArgumentsInputAndStatusAsTheyAre() throws Exception {
    Sandbox.Run run = sandbox.run(heed, "decode", "a  b", "", "*", "--x='1'");
    assertThat(run.out()).contains("heed.jar><decode><a  b><><*><--x='1'>").endsWith("input");
    assertThat(run.status()).isEqualTo(22);
  }

  @Test
  void becomesTheJavaProcessSoThatSignalsReachIt() throws Exception {
    Sandbox.Run run = sandbox.run(heed);
    assertThat(run.out()).contains("<pid " + run.pid() + ">");
  }

  @Test
  void worksThroughLinksFromAnotherFolder() throws Exception {
    Path folder = sandbox.root.getParent();
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a checkout/heed"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), link);
    assertThat(sandbox.run(second, "decode").out()).contains("<decode>");
  }

  @Test
  void startsNothingButJavaTheSecondTime() throws Exception {
    sandbox.run(heed, "decode");
    sandbox.forgetCalls();
    Sandbox.Run run = sandbox.run(heed, "decode");
    assertThat(run.err()).isEmpty();
    assertThat(sandbox.calls())
        .singleElement()
        .asString()
        .startsWith("java -")
        .endsWith("-jar " + sandbox.root.resolve("cli/target/heed.jar") + " decode");
  }

  @ParameterizedTest
  @ValueSource(strings = {"core/src/main/java/New.java", "cli/pom.xml", "pom.xml"})
  void buildsAgainWhenASourceIsNewer(String source) throws Exception {
    sandbox.run(heed);
    sandbox.forgetCalls();
    sandbox.newer(source);
    sandbox.run(heed);
    assertThat(sandbox.calls()).anyMatch(call -> call.contains("package"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"docs/new.md", "core/src/test/java/T.java", "core/target/x/pom.xml", "README.md"})
  void doesNotBuildAgainForWhatIsNotInTheJar(String file) throws Exception {
    sandbox.run(heed);
    sandbox.forgetCalls();
    sandbox.newer(file);
    sandbox.run(heed);
    assertThat(sandbox.calls()).noneMatch(call -> call.startsWith("mvn"));
  }

  @Test
  void looksAtAnotherJavaAgain() throws Exception {
    sandbox.run(heed);
    sandbox.java("11.0.20");
    assertThat(sandbox.run(heed).err()).contains("is Java 11");
  }

  @Test
  void aFailedBuildIsSaidOnStderr() throws Exception {
    sandbox.maven("3.8.7", "exit 1");
    Sandbox.Run run = sandbox.run(heed);
    assertThat(run.err()).contains("more chatter", "heed: the build failed");
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void aLockLeftByADeadBuildDoesNotBlock() throws Exception {
    Path lock = Files.createDirectories(sandbox.root.resolve("cli/target/heed-lock"));
    Files.writeString(lock.resolve("owner"), Long.toString(Integer.MAX_VALUE));
    assertThat(sandbox.run(heed).status()).isEqualTo(22);
  }
}
