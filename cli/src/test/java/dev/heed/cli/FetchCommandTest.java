package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchCommandTest {

  @TempDir Path folder;

  @Test
  void theBodyGoesToStandardOutputByteForByte() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 256; i++) {
      body.append((char) i);
    }
    try (CannedServer server = new CannedServer(CannedServer.answer(200, body.toString()))) {
      Run run = Run.heed("fetch", server.url("/"));
      assertThat(run.status()).isZero();
      assertThat(run.bytes()).hasSize(256).startsWith(0, 1, 2).endsWith(254, 255);
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void aWaitIsToldWithWhoAskedForIt() throws IOException {
    try (CannedServer server =
        new CannedServer(
            CannedServer.answer(503, "later", "retry-after-ms: 30"),
            CannedServer.answer(200, "now"))) {
      Run run = Run.heed("fetch", server.url("/"), "--hints", "azure");
      assertThat(run.out()).isEqualTo("now");
      assertThat(run.err().lines())
          .containsExactly(
              "heed fetch: attempt 1: 503 (retry-after-ms: 30); waiting 30 ms: the server asks for"
                  + " it",
              "heed fetch: 200 after 2 sends, 30 ms of waiting");
    }
  }

  @Test
  void theFinalErrorIsPrintedAndItsReasonTold() throws IOException {
    try (CannedServer server =
        new CannedServer(CannedServer.answer(429, "slow down", "Retry-After: 3600"))) {
      Run run = Run.heed("fetch", server.url("/"));
      assertThat(run.status()).isEqualTo(22);
      assertThat(run.out()).isEqualTo("slow down");
      assertThat(run.err())
          .isEqualTo(
              "heed fetch: 429 after 1 send: the server asks for 1 h, above the longest wait;"
                  + " --max-delay allows more\n");
    }
  }

  @Test
  void redirectsAreAnswersLikeOthers() throws IOException {
    try (CannedServer server =
        new CannedServer(CannedServer.answer(302, "", "Location: http://other.invalid/"))) {
      assertThat(Run.heed("fetch", server.url("/")).status()).isZero();
    }
  }

  @Test
  void dataIsPostedAsAFormAndSentOnce() throws IOException {
    try (CannedServer server = new CannedServer(CannedServer.answer(503, ""))) {
      Run run = Run.heed("fetch", server.url("/"), "-d", "a=1");
      assertThat(run.status()).isEqualTo(22);
      assertThat(run.err())
          .contains("nobody vouched that a POST may be sent twice; --retry-unsafe");
      assertThat(server.requests().get(0))
          .startsWith("POST / HTTP/1.1\n")
          .contains("Content-Type: application/x-www-form-urlencoded\n")
          .endsWith("\na=1");
    }
  }

  @Test
  void anUnsafeMethodIsRetriedWhereTheUserVouches() throws IOException {
    Path data = Files.writeString(folder.resolve("order.json"), "{\"id\":1}");
    try (CannedServer server =
        new CannedServer(CannedServer.answer(503, ""), CannedServer.answer(201, "made"))) {
      Run run =
          Run.heed(
              "fetch",
              server.url("/"),
              "-d",
              "@" + data,
              "-H",
              "content-type: application/json",
              "-XPATCH",
              "--retry-unsafe",
              "--base-delay",
              "1ms");
      assertThat(run.out()).isEqualTo("made");
      assertThat(server.requests())
          .hasSize(2)
          .allSatisfy(
              request ->
                  assertThat(request)
                      .startsWith("PATCH / ")
                      .contains("content-type: application/json\n")
                      .doesNotContain("x-www-form-urlencoded")
                      .endsWith("{\"id\":1}"));
    }
  }

  @Test
  void aRefusedConnectionIsSeven() throws IOException {
    Run run = Run.heed("fetch", nobodyThere(), "--base-delay", "1ms");
    assertThat(run.status()).isEqualTo(7);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().reduce((first, last) -> last).orElseThrow())
        .startsWith(
            "heed fetch: could not connect: connection refused, check host and port; after 4")
        .endsWith("all retries are used; --max-retries allows more");
  }

  @Test
  void anUnknownHostIsSeven() {
    Run run = Run.heed("fetch", "http://no-such-host.invalid/", "--max-retries", "0");
    assertThat(run.status()).isEqualTo(7);
    assertThat(run.complaint()).contains("could not connect: unknown host");
  }

  @Test
  void aCallThatTakesTooLongIsTwentyEight() throws IOException {
    try (CannedServer server = new CannedServer()) {
      Run run = Run.heed("fetch", server.url("/"), "--call-timeout", "150ms");
      assertThat(run.status()).isEqualTo(28);
      assertThat(run.complaint())
          .startsWith("heed fetch: call timed out after 1 send: the time is up")
          .endsWith("--call-timeout allows more");
    }
  }

  @Test
  void anAttemptThatTakesTooLongIsTwentyEight() throws IOException {
    try (CannedServer server = new CannedServer()) {
      Run run =
          Run.heed(
              "fetch",
              server.url("/"),
              "--attempt-timeout",
              "100ms",
              "--max-retries",
              "1",
              "--base-delay",
              "1ms");
      assertThat(run.status()).isEqualTo(28);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  @Tag("W7")
  void anInterruptIsOneHundredAndThirty() throws Exception {
    Path report = folder.resolve("report.json");
    Path output = folder.resolve("output");
    try (CannedServer server = new CannedServer()) {
      AtomicReference<Run> run = new AtomicReference<>();
      Thread command =
          new Thread(
              () ->
                  run.set(
                      Run.heed(
                          "fetch",
                          server.url("/"),
                          "-o",
                          output.toString(),
                          "--report",
                          report.toString())));
      command.start();
      server.awaitStall();
      command.interrupt();
      command.join();
      assertThat(run.get().status()).isEqualTo(130);
      assertThat(run.get().complaint()).isEqualTo("heed fetch: interrupted after 1 send");
      assertThat(report).content().contains("\"gaveUpBecause\":\"interrupted\"");
      assertThat(folder)
          .isDirectoryContaining("glob:**report.json")
          .isDirectoryNotContaining("glob:**output");
    }
  }

  @Test
  void aBodyThatBreaksOffOnStandardOutputIsOne() throws IOException {
    try (CannedServer server = new CannedServer(CannedServer.cut("half"))) {
      Run run = Run.heed("fetch", server.url("/"));
      assertThat(run.status()).isEqualTo(1);
      assertThat(server.requests()).hasSize(1);
      assertThat(run.err())
          .startsWith("heed fetch: ")
          .contains("the body cannot be sent, or received, a second time; -o FILE allows it");
    }
  }

  @Test
  @Tag("R10")
  void aBodyThatBreaksOffIsFetchedAgainIntoTheFile() throws IOException {
    Path output = folder.resolve("output");
    try (CannedServer server =
        new CannedServer(CannedServer.cut("a longer half"), CannedServer.answer(200, "whole"))) {
      Run run = Run.heed("fetch", server.url("/"), "-o", output.toString(), "--base-delay", "1ms");
      assertThat(run.status()).isZero();
      assertThat(run.out()).isEmpty();
      assertThat(output).hasContent("whole");
      assertOnlyFile(output);
    }
  }

  @Test
  @Tag("R10")
  void aFileThatIsNotCompleteDoesNotAppear() throws IOException {
    Path output = folder.resolve("output");
    try (CannedServer server = new CannedServer(CannedServer.cut("half"))) {
      Run run = Run.heed("fetch", server.url("/"), "-o", output.toString(), "--max-retries", "0");
      assertThat(run.status()).isEqualTo(1);
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void anErrorLeavesTheFileAloneAndIsShown() throws IOException {
    Path output = Files.writeString(folder.resolve("output"), "yesterday");
    try (CannedServer server = new CannedServer(CannedServer.answer(404, "not here"))) {
      Run run = Run.heed("fetch", server.url("/"), "-o", output.toString());
      assertThat(run.status()).isEqualTo(22);
      assertThat(run.out()).isEqualTo("not here");
      assertThat(output).hasContent("yesterday");
      assertOnlyFile(output);
    }
  }

  @Test
  void aLinkIsFollowedAndRightsAreKept() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "yesterday");
    boolean posix = Files.getFileStore(target).supportsFileAttributeView("posix");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    if (posix) {
      Files.setPosixFilePermissions(
          target, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r-----"));
    }
    try (CannedServer server = new CannedServer(CannedServer.answer(200, "today"))) {
      assertThat(Run.heed("fetch", server.url("/"), "-o", link.toString()).status()).isZero();
    }
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("today");
    assertThat(!posix || Files.getPosixFilePermissions(target).size() == 3).isTrue();
  }

  @Test
  void aDeviceIsWrittenAndNotReplaced() throws IOException {
    Path nowhere = Path.of("/dev/null");
    if (!Files.exists(nowhere)) {
      return;
    }
    try (CannedServer server =
        new CannedServer(CannedServer.answer(200, "x"), CannedServer.answer(500, "y"))) {
      assertThat(Run.heed("fetch", server.url("/"), "-o", "/dev/null").status()).isZero();
      Run failed = Run.heed("fetch", server.url("/"), "-o", "/dev/null", "--max-retries", "0");
      assertThat(failed.status()).isEqualTo(22);
    }
    assertThat(Files.isRegularFile(nowhere)).isFalse();
    assertThat(nowhere).exists();
  }

  private void assertOnlyFile(Path file) throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** A port that was free a moment ago. */
  static String nobodyThere() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/";
    }
  }
}
