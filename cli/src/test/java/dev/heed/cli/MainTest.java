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

  @Test
  void aDeliveryThatIsEndedReportsAndKeepsWhatWaits() throws Exception {
    String queue = folder.resolve("queue").toString();
    try (CannedServer server = new CannedServer()) {
      Process deliver =
          start("deliver", "--to", server.url("/"), "--dir", queue, "--flush-at", "1", "--json");
      // The input stays open, as that of a program that goes on to write.
      deliver.getOutputStream().write("{\"n\":1}\n".getBytes(StandardCharsets.UTF_8));
      deliver.getOutputStream().flush();
      server.awaitStall();
      assertThat(deliver.toHandle().destroy()).isTrue();
      assertThat(deliver.waitFor()).isEqualTo(143);
      assertThat(deliver.getInputStream().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("{\"accepted\":1,\"delivered\":0,\"dropped\":0,\"pending\":1}\n");
      assertThat(said(deliver)).contains("1 event kept for the next run");
    }
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
