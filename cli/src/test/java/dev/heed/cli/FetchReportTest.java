package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchReportTest {

  @TempDir Path folder;

  @Test
  void everyAttemptAndWaitIsReported() throws IOException {
    try (CannedServer server =
        new CannedServer(
            CannedServer.answer(503, "", "retry-after-ms: 20"), CannedServer.answer(200, "ok"))) {
      assertThat(report(server.url("/a?key=1"), "--dialect", "azure"))
          .isEqualTo(
              "{'schema':1,'method':'GET','url':'"
                  + server.url("/a?...")
                  + "','outcome':'delivered','status':200,'error':null,'sends':2,'waitedMs':20,'totalMs':#,'gaveUpBecause':null,'attempts':[{'number':1,'startedMs':#,'status':503,'error':null,'hint':{'header':'retry-after-ms','value':'20','ms':20},'waitMs':20,'waitedBecause':'hint'},{'number':2,'startedMs':#,'status':200,'error':null,'hint':null,'waitMs':null,'waitedBecause':null}]}\n");
    }
  }

  @Test
  void aFinalErrorIsDeliveredAndItsReasonGiven() throws IOException {
    try (CannedServer server =
        new CannedServer(CannedServer.answer(429, "", "Retry-After: 99999999999999999999"))) {
      assertThat(report(server.url("/")))
          .contains("'outcome':'delivered','status':429,'error':null,'sends':1,'waitedMs':0")
          .contains("'gaveUpBecause':'hint-too-long'")
          .contains("'value':'99999999999999999999','ms':9223372036855},'waitMs':null");
    }
  }

  @Test
  void aConnectionThatFailsIsReported() throws IOException {
    assertThat(report(FetchCommandTest.nobodyThere(), "--max-retries", "1"))
        .contains("'outcome':'failed','status':null,'error':'connection refused','sends':2")
        .contains("'gaveUpBecause':'retries-exhausted'")
        .contains(
            "{'number':1,'startedMs':#,'status':null,'error':'connection refused','hint':null,"
                + "'waitMs':0,'waitedBecause':'backoff'}");
  }

  @Test
  void aTimeoutIsReported() throws IOException {
    try (CannedServer server = new CannedServer()) {
      assertThat(report(server.url("/"), "--call-timeout", "100ms"))
          .contains("'outcome':'failed','status':null,'error':'call timed out: ")
          .contains("'gaveUpBecause':'deadline'");
    }
  }

  @Test
  void aBodyThatBreaksOffIsReported() throws IOException {
    try (CannedServer server = new CannedServer(CannedServer.cut("half"))) {
      assertThat(report(server.url("/")))
          .contains("'outcome':'failed','status':null", "'gaveUpBecause':'body'");
    }
  }

  @Test
  @Tag("C6")
  void nothingSecretIsReportedOrPrinted() throws IOException {
    Path report = folder.resolve("report.json");
    try (CannedServer server =
        new CannedServer(CannedServer.answer(500, ""), CannedServer.cut("half"))) {
      Run run =
          Run.onTerminal(
              "",
              "fetch",
              server.url("/a?token=s3cret-query"),
              "-H",
              "Authorization: Bearer s3cret-header",
              "--base-delay",
              "1ms",
              "--report",
              report.toString());
      assertThat(server.requests().get(0)).contains("s3cret-query", "s3cret-header");
      assertThat(run.out() + run.err() + Files.readString(report)).doesNotContain("s3cret");
    }
  }

  @Test
  void nothingIsReportedOfACallThatCannotBegin() {
    Path report = folder.resolve("report.json");
    Run run = Run.heed("fetch", "http://h/", "--report", report.toString(), "--dialect", "x");
    assertThat(run.status()).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }

  /** With single quotes, and without the times that differ. */
  private String report(String... args) throws IOException {
    Path report = folder.resolve("report.json");
    String[] all = new String[args.length + 3];
    System.arraycopy(args, 0, all, 1, args.length);
    all[0] = "fetch";
    all[args.length + 1] = "--report";
    all[args.length + 2] = report.toString();
    Run.heed(all);
    return Files.readString(report)
        .replaceAll("(startedMs|totalMs)\":[0-9]+", "$1\":#")
        .replace('"', '\'');
  }
}
