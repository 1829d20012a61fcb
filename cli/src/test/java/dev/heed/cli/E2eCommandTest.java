package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class E2eCommandTest {

  private static String input(CannedServer server) {
    return "{\"writeKey\":\"k\",\"apiHost\":\""
        + server.url("")
        + "\",\"sequences\":[{\"events\":[{\"type\":\"track\",\"userId\":\"u\"}]}]}";
  }

  @Test
  void theResultIsTheLastThingOnStandardOutput() throws IOException {
    try (CannedServer server = new CannedServer(CannedServer.answer(200, ""))) {
      Run run = Run.heed("e2e", "--input", input(server));
      assertThat(run.status()).isZero();
      assertThat(run.out()).isEqualTo("{\"success\":true,\"sentBatches\":1}\n");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aFailureHasAStatusOfItsOwn() throws IOException {
    try (CannedServer server = new CannedServer(CannedServer.answer(400, ""))) {
      Run run = Run.heed("e2e", "--input=" + input(server));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out()).startsWith("{\"success\":false,").contains("\"error\":");
    }
  }

  @Test
  void itIsInNoOverviewAndNoCompletion() {
    assertThat(Run.heed("--help").out()).contains("deliver").doesNotContain("e2e");
    assertThat(Run.heed("completion").out()).contains("--write-key").doesNotContain("e2e");
    assertThat(Run.heed("e2e", "--help").out()).startsWith("Usage: heed e2e");
  }
}
