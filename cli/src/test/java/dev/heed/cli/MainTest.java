package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @TempDir Path folder;

  @Test
  void theExitStatusIsThatOfTheCommand() throws Exception {
    assertThat(start("--version").waitFor()).isZero();
    assertThat(start("decode", "--status", "x").waitFor()).isEqualTo(2);
  }

  @Test
  void aProcessThatIsEndedTakesBackWhatIsHalfDone() throws Exception {
    Path report = folder.resolve("report.json");
    String output = folder.resolve("output").toString();
    try (CannedServer server = new CannedServer()) {
      Process fetch = start("fetch", server.url("/"), "-o", output, "--report", report.toString());
      server.awaitStall();
      // Not through the process itself, which would close its streams.
      assertThat(fetch.toHandle().destroy()).isTrue();
      // 128 and the number of the signal: SIGTERM here, as SIGINT gives 130.
      assertThat(fetch.waitFor()).isEqualTo(143);
      assertThat(said(fetch)).isEqualTo("heed fetch: interrupted after 1 send\n");
    }
    assertThat(report).content().contains("\"gaveUpBecause\":\"interrupted\"");
    assertThat(folder.toFile().list()).containsExactly("report.json");
  }

  private static Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).start();
  }

  private static String said(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
