package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliverCommandTest {

  private static final String OK = CannedServer.answer(200, "");
  private static final String TWO = "{\"n\":1}\n\n{\"n\":2}\n";

  @TempDir Path folder;

  private static Run deliver(CannedServer server, String input, String... options) {
    List<String> args = new ArrayList<>(List.of("deliver", "--to", server.url("/events")));
    args.addAll(List.of(options));
    return Run.with(input, args.toArray(String[]::new));
  }

  private String queue() {
    return folder.resolve("queue").toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "json-array; [{\"n\":1},{\"n\":2}]",
        "ndjson; {\"n\":1}~{\"n\":2}~",
        "json; {\"n\":1}"
      })
  void linesAreDeliveredInTheFormat(String format, String body) throws IOException {
    try (CannedServer server = new CannedServer(OK, OK)) {
      Run run = deliver(server, TWO, "--format", format);
      assertThat(run.err()).isEmpty();
      assertThat(run.status()).isZero();
      assertThat(run.out()).isEqualTo("2 accepted, 2 delivered, 0 dropped, 0 pending\n");
      assertThat(server.requests().get(0))
          .startsWith("POST /events HTTP/1.1\n")
          .endsWith(body.replace('~', '\n'));
    }
  }

  @Test
  void aFileIsReadAndTheNumbersAreJson() throws IOException {
    Path file = Files.writeString(folder.resolve("events"), "{\"n\":1}\n{\"n\":2}");
    try (CannedServer server = new CannedServer(OK)) {
      Run run = deliver(server, "", "--json", file.toString());
      assertThat(run.status()).isZero();
      assertThat(run.out())
          .isEqualTo("{\"accepted\":2,\"delivered\":2,\"dropped\":0,\"pending\":0}\n");
    }
  }

  @Test
  void aLineThatIsNoEventIsToldAndTheRestIsDelivered() throws IOException {
    try (CannedServer server = new CannedServer(OK)) {
      Run run = deliver(server, "{\"n\":1}\n\n{\"n\":\n{\"n\":2}\n", "-");
      assertThat(run.status()).isEqualTo(4);
      assertThat(run.out()).startsWith("2 accepted, 2 delivered");
      assertThat(run.err())
          .startsWith("heed deliver: line 3 is not accepted: ")
          .endsWith("heed deliver: 1 line not accepted\n");
    }
  }

  @Test
  void ofManyBadLinesTenAreTold() throws IOException {
    try (CannedServer server = new CannedServer()) {
      Run run = deliver(server, "bad\n".repeat(50));
      assertThat(run.err().lines().filter(line -> line.contains("is not accepted"))).hasSize(10);
      assertThat(run.err()).contains("only counted from here on", "50 lines not accepted");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstEvent() throws IOException {
    try (CannedServer server = new CannedServer(OK)) {
      assertThat(deliver(server, "\u00EF\u00BB\u00BF{\"n\":1}\n").status()).isZero();
      assertThat(server.requests().get(0)).endsWith("[{\"n\":1}]");
    }
  }

  @Test
  void aLineLongerThanAnyEventIsRefused() throws IOException {
    try (CannedServer server = new CannedServer(OK)) {
      Run run = deliver(server, "\"" + "x".repeat(3_000_000) + "\"\n{\"n\":1}\n");
      assertThat(run.err()).contains("line 1 is not accepted", "maxEventBytes");
      assertThat(run.out()).startsWith("1 accepted, 1 delivered");
    }
  }

  @Test
  void headersAndATokenOfTheEnvironmentAreSent() throws IOException {
    try (CannedServer server = new CannedServer(OK)) {
      deliver(server, TWO, "-H", "X-Source: here", "--bearer-env", "PATH");
      assertThat(server.requests().get(0))
          .contains("X-Source: here\n", "Authorization: Bearer " + System.getenv("PATH") + "\n");
    }
  }

  @Test
  void batchesAreAsLargeAsAskedFor() throws IOException {
    try (CannedServer server = new CannedServer(OK, OK)) {
      assertThat(deliver(server, TWO, "--flush-at", "1", "--flush-interval", "2s").status())
          .isZero();
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  @Tag("D10")
  void whatIsRefusedIsToldAndKept() throws IOException {
    String letters = folder.resolve("letters").toString();
    try (CannedServer server = new CannedServer(CannedServer.answer(400, ""))) {
      Run run = deliver(server, "{\"n\":1}\n", "--dead-letter", letters);
      assertThat(run.status()).isEqualTo(4);
      assertThat(run.out()).isEqualTo("1 accepted, 0 delivered, 1 dropped, 0 pending\n");
      assertThat(run.err())
          .contains("heed deliver: batch 1, attempt 1: 400; ", "dropped, REFUSED: ", letters);
      assertThat(Path.of(letters)).content().contains("\"event\":{\"n\":1}}");
    }
  }

  @Test
  @Tag("D7")
  void whatIsPendingAtTheTimeoutIsKeptForTheNextRun() throws IOException {
    String again = CannedServer.answer(503, "", "Retry-After: 100");
    try (CannedServer server = new CannedServer(again, OK, OK)) {
      Run run = deliver(server, TWO, "--dir", queue(), "--timeout", "2s");
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.out()).isEqualTo("2 accepted, 0 delivered, 0 dropped, 2 pending\n");
      assertThat(run.err())
          .contains("attempt 1: 503; ", ", again in ", "2 events kept for the next run");
      assertThat(Run.heed("queue", "resume", queue()).status()).isZero();
      Run next = deliver(server, "{\"n\":3}\n", "--dir", queue(), "--json");
      assertThat(next.out())
          .isEqualTo("{\"accepted\":3,\"delivered\":3,\"dropped\":0,\"pending\":0}\n");
      assertThat(next.status()).isZero();
    }
  }

  @Test
  @Tag("D7")
  void withoutADirectoryWhatIsPendingIsDroppedAndSaidSo() throws IOException {
    try (CannedServer server = new CannedServer()) {
      Run run = deliver(server, TWO, "--timeout", "500ms");
      assertThat(run.status()).isEqualTo(4);
      assertThat(run.out()).isEqualTo("2 accepted, 0 delivered, 2 dropped, 0 pending\n");
      assertThat(run.err()).contains("dropped, CLOSED", "--dir does that");
    }
  }

  @Test
  void aPersonSeesALineThatChanges() throws IOException {
    try (CannedServer server = new CannedServer(OK)) {
      Run run = Run.onTerminal(TWO, "deliver", "--to", server.url("/"));
      assertThat(run.err()).contains("\r\u001b[K", " delivered, ").endsWith("\r\u001b[K");
    }
  }

  @Test
  @Tag("D8")
  void aWriteKeyMakesItSegment() throws IOException {
    String event =
        "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"e\"}\n{\"type\":\"nothing\"}\n";
    try (CannedServer server = new CannedServer(OK)) {
      Run run = Run.with(event, "deliver", "--to", server.url(""), "--write-key", "key");
      assertThat(run.out()).startsWith("1 accepted, 1 delivered");
      assertThat(run.err()).contains("line 2 is not accepted");
      assertThat(server.requests().get(0))
          .startsWith("POST /v1/batch HTTP/1.1")
          .contains("Authorization: Basic a2V5Og==", "\"writeKey\":\"key\"");
    }
  }

  @Test
  void segmentHasAPathAndADirectoryToo() throws IOException {
    String event = "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"e\"}";
    try (CannedServer server = new CannedServer(OK)) {
      Run run = deliver(server, event, "--write-key", "k", "--dir", queue(), "-H", "X-A: b");
      assertThat(run.status()).isZero();
      assertThat(server.requests().get(0)).startsWith("POST /events HTTP/1.1").contains("X-A: b");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--format xml; --format: 'xml' is none of segment, json-array, ndjson, json",
        "--format segment; --format segment needs --write-key, the key of the source",
        "--format json --write-key k; --write-key belongs to --format segment, not to json",
        "--when-full wait; --when-full: 'wait' is none of reject, drop-oldest, block",
        "--bearer-env HEED_NONE; --bearer-env: the environment variable 'HEED_NONE' is not set",
        "--flush-at 0; --flush-at: 0 is out of range; from 1 to 100000",
        "--timeout soon; --timeout: ",
        "-H nothing; -H number 1 is not a header; write it like -H 'Accept: text/plain'",
        "/no/file; there is no file '/no/file' that can be read; check name and rights"
      })
  void wrongUsageIsExplained(String options, String message) throws IOException {
    try (CannedServer server = new CannedServer()) {
      Run run = deliver(server, "", options.split(" "));
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.complaint()).startsWith("heed deliver: " + message);
    }
  }

  @Test
  void aTokenThatCannotBeSentIsRefusedAtOnce() {
    assertThatThrownBy(() -> DeliverOptions.checkToken("T", " "))
        .hasMessage("--bearer-env: the environment variable 'T' is empty");
    for (String token : List.of("a\nb", "a\rb", "caf\u00e9", "a\u0000")) {
      assertThatThrownBy(() -> DeliverOptions.checkToken("T", token))
          .hasMessageEndingWith("'T' holds line breaks or letters that no header takes");
    }
  }

  @Test
  void theAddressIsNeeded() {
    assertThat(Run.heed("deliver").complaint())
        .isEqualTo("heed deliver: --to is missing: where should the events go?");
    assertThat(Run.heed("deliver", "--to", "example.com").complaint())
        .isEqualTo("heed deliver: the URL must begin with http:// or https://");
  }
}
