package dev.heed.segment.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.testing.RecordedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The protocol of the tests for all SDKs, against a server on loopback. */
@Tag("D8")
class SegmentE2eTest {

  private static final Route UPLOADS = Route.post("/v1/batch");
  private static final String TRACK = "{\"type\":\"track\",\"userId\":\"7\",\"event\":\"e\"}";

  private final StubServer server = StubServer.start();
  private final ObjectMapper jackson = new ObjectMapper();

  @AfterEach
  void stop() {
    server.close();
  }

  private String input(String sequences, String config) {
    return "{\"writeKey\":\"key\",\"apiHost\":\""
        + server.uri()
        + "\",\"sequences\":"
        + sequences
        + ",\"config\":{"
        + config
        + "}}";
  }

  private static String sequence(String... events) {
    return "{\"events\":[" + String.join(",", events) + "]}";
  }

  private E2eResult run(String event, String config) throws InterruptedException {
    return SegmentE2e.run(input("[" + sequence(event) + "]", config));
  }

  @Test
  void eventsThatArriveAreASuccess() throws Exception {
    server.on(UPLOADS, Reply.status(200));
    E2eResult result = run(TRACK, "");
    assertThat(result.json()).isEqualTo("{\"success\":true,\"sentBatches\":1}");
    assertThat(result.isSuccess()).isTrue();
    assertThat(server.request(1).header("Authorization")).contains("Basic a2V5Og==");
  }

  @Test
  void sequencesAreSentInOrderAndFlushAtFillsBatches() throws Exception {
    server.on(UPLOADS.reusable(), Reply.status(200));
    String sequences = "[" + sequence(TRACK, TRACK, TRACK) + ",{\"delayMs\":5}," + sequence(TRACK);
    E2eResult result = SegmentE2e.run(input(sequences + "]", "\"flushAt\":2"));
    assertThat(result.json()).isEqualTo("{\"success\":true,\"sentBatches\":2}");
    assertThat(server.requests())
        .allSatisfy(
            request -> assertThat(jackson.readTree(request.bytes()).get("batch")).hasSize(2));
  }

  @Test
  void theSixTypesArriveWithAllTheirMembers() throws Exception {
    server.on(UPLOADS, Reply.status(200));
    String[] events = {
      "{\"type\":\"identify\",\"userId\":\"7\",\"traits\":{\"n\":5}}",
      "{\"type\":\"track\",\"anonymousId\":\"a\",\"properties\":{\"n\":1.50}}",
      "{\"type\":\"page\",\"userId\":\"7\",\"category\":\"c\"}",
      "{\"type\":\"screen\",\"userId\":\"7\",\"name\":\"Home\"}",
      "{\"type\":\"group\",\"userId\":\"7\",\"groupId\":\"g\",\"integrations\":{\"All\":false}}",
      "{\"type\":\"alias\",\"userId\":\"7\",\"previousId\":\"6\",\"messageId\":\"m\","
          + "\"timestamp\":\"2026-01-01T00:00:00Z\",\"context\":{\"ip\":\"192.0.2.1\"}}"
    };
    assertThat(SegmentE2e.run(input("[" + sequence(events) + "]", "")).isSuccess()).isTrue();
    String body = server.request(1).text();
    assertThat(body)
        .contains("\"traits\":{\"n\":5}", "\"event\":\"Unknown Event\"", "\"n\":1.50")
        .contains("\"name\":\"Unknown Page\"", "\"category\":\"c\"", "\"name\":\"Home\"")
        .contains("\"groupId\":\"g\"", "\"integrations\":{\"All\":false}", "\"previousId\":\"6\"")
        .contains("\"messageId\":\"m\"", "\"timestamp\":\"2026-01-01T00:00:00Z\"", "192.0.2.1");
  }

  @Test
  void aFailureThatWasRetriedWithSuccessIsNone() throws Exception {
    server.on(
        UPLOADS, Reply.status(500), RetryReply.after(Duration.ofSeconds(1)), Reply.status(200));
    E2eResult result = run(TRACK, "");
    assertThat(result.json()).isEqualTo("{\"success\":true,\"sentBatches\":1}");
    assertThat(server.requests())
        .extracting(request -> request.header("X-Retry-Count").orElse("absent"))
        .containsExactly("absent", "1", "2");
  }

  @Test
  void aRefusalIsAFailureWithItsReason() throws Exception {
    server.on(UPLOADS, Reply.status(400));
    E2eResult result = run(TRACK, "");
    JsonNode json = jackson.readTree(result.json());
    assertThat(result.isSuccess()).isFalse();
    assertThat(json.get("success").asBoolean()).isFalse();
    assertThat(json.get("sentBatches").asInt()).isZero();
    assertThat(json.get("error").asString())
        .startsWith("Delivery failed: 400")
        .endsWith("(1 events)");
  }

  @Test
  void theRetriesOfTheDocumentAreKept() throws Exception {
    server.on(UPLOADS, Reply.status(500), Reply.status(500));
    assertThat(run(TRACK, "\"maxRetries\":1").isSuccess()).isFalse();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void whatIsPendingAtTheEndIsAFailureAndDoesNotHoldItUp() throws Exception {
    server.on(UPLOADS, RetryReply.after(Duration.ofSeconds(60)));
    E2eResult result = run(TRACK, "\"timeout\":1");
    assertThat(result.json()).contains("Delivery incomplete: 1 events still pending; batch ");
  }

  @Test
  void settingsAreFetchedWhereThereIsACdnHost() throws Exception {
    server.on(
        Route.get("/projects/key/settings"),
        Reply.json(
            "{\"integrations\":{\"Segment.io\":{\"httpConfig\":{\"backoffConfig\":"
                + "{\"statusCodeOverrides\":{\"400\":\"retry\"}}}}}}"));
    server.on(UPLOADS, Reply.status(400), Reply.status(200));
    String document = input("[" + sequence(TRACK) + "]", "");
    String withCdn =
        document.replace("{\"writeKey\"", "{\"cdnHost\":\"" + server.uri() + "\",\"writeKey\"");
    assertThat(SegmentE2e.run(withCdn).isSuccess()).isTrue();
    server.verifyAllCalled();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense|the input cannot be used: 'n' where a value belongs, at character 0",
        "{\"sequences\":[]}|the input cannot be used: it needs a text as writeKey",
        "{\"writeKey\":\"k\"}|the input cannot be used: it needs an array as sequences",
        "{\"writeKey\":\"k\",\"sequences\":[5]}|the input cannot be used: a sequence is no object",
        "{\"writeKey\":\"k\",\"sequences\":[],\"apiHost\":\"nowhere\"}|the Segment client cannot be"
            + " opened: the host must be absolute, with http or https and a host name: nowhere",
        "{\"writeKey\":\"k\",\"sequences\":[],\"apiHost\":\"a b\"}|Illegal character in path at"
            + " index 1: a b"
      })
  void aDocumentThatCannotBeUsedIsAFailureWithTheReason(String input, String error)
      throws Exception {
    E2eResult result = SegmentE2e.run(input);
    assertThat(result.isSuccess()).isFalse();
    assertThat(jackson.readTree(result.json()).get("error").asString()).isEqualTo(error);
  }

  @Test
  void oneBadEventIsAFailureAndTheOthersAreSent() throws Exception {
    server.on(UPLOADS, Reply.status(200));
    E2eResult result = SegmentE2e.run(input("[" + sequence("{\"type\":\"buy\"}", TRACK) + "]", ""));
    assertThat(jackson.readTree(result.json()).get("error").asString())
        .startsWith("Delivery failed: no event: its type must be one of")
        .endsWith("(1 events)");
    List<RecordedRequest> requests = server.requests();
    assertThat(requests).hasSize(1);
    assertThat(jackson.readTree(requests.get(0).bytes()).get("batch")).hasSize(1);
  }

  @Test
  void nothingToSendIsASuccessAndSendsNothing() throws Exception {
    assertThat(SegmentE2e.run(input("[]", "")).json())
        .isEqualTo("{\"success\":true,\"sentBatches\":0}");
    assertThat(server.requests()).isEmpty();
  }
}
