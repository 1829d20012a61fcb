package dev.heed.segment;

import static dev.heed.segment.SegmentFixture.event;
import static dev.heed.segment.SegmentFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Stages;
import dev.heed.delivery.DeadLetter;
import dev.heed.delivery.Offer;
import dev.heed.delivery.Rejection;
import dev.heed.delivery.policy.DropReason;
import dev.heed.testing.RecordedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What the service gets to see. */
class SegmentClientTest {

  private final SegmentFixture fixture = new SegmentFixture();
  private final ObjectMapper jackson = new ObjectMapper();

  private JsonNode body(RecordedRequest request) {
    return jackson.readTree(request.bytes());
  }

  @Test
  @Tag("D8")
  @Tag("statement-29")
  void everyUploadHasTheKeyAsCredentialsAndInItsBody() {
    fixture.replies(Reply.status(500), Reply.status(200));
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    // "key:" in Base64, by hand: the colon belongs to it.
    assertThat(fixture.headers("Authorization"))
        .containsExactly("Basic a2V5Og==", "Basic a2V5Og==");
    assertThat(fixture.requests())
        .allSatisfy(
            request -> assertThat(body(request).get("writeKey").asString()).isEqualTo("key"));
  }

  @Test
  @Tag("D8")
  void theRetryCountIsAbsentFirstAndThenCounts() {
    fixture.replies(
        Reply.status(500),
        RetryReply.after(Duration.ofSeconds(2)),
        Reply.status(503),
        Reply.status(200),
        Reply.status(200));
    SegmentClient client = fixture.open();
    fixture.deliver(client);
    fixture.deliver(client);
    assertThat(fixture.headers("X-Retry-Count")).containsExactly("absent", "1", "2", "3", "absent");
  }

  @Test
  @Tag("D5")
  void theBodyIsTheEventsTheTimeOfTheAttemptAndTheKey() {
    fixture.replies(Reply.status(500), Reply.status(200));
    SegmentClient client = fixture.open();
    client.offer(event("a").messageId("1"));
    client.offer(event("b").messageId("2"));
    fixture.flush(client);
    String events =
        "{\"batch\":[{\"type\":\"track\",\"userId\":\"7\",\"event\":\"a\",\"messageId\":\"1\","
            + "\"timestamp\":\"2026-03-01T12:00:00.000Z\"},"
            + "{\"type\":\"track\",\"userId\":\"7\",\"event\":\"b\",\"messageId\":\"2\","
            + "\"timestamp\":\"2026-03-01T12:00:00.000Z\"}],";
    assertThat(fixture.requests())
        .extracting(RecordedRequest::text)
        .containsExactly(
            events + "\"sentAt\":\"2026-03-01T12:00:00.000Z\",\"writeKey\":\"key\"}",
            events + "\"sentAt\":\"2026-03-01T12:00:00.500Z\",\"writeKey\":\"key\"}");
    assertThat(fixture.headers("Content-Type")).containsOnly("application/json");
  }

  @Test
  @Tag("D5")
  void idAndTimeAreThoseOfTheOfferInEveryAttempt() {
    fixture.replies(Reply.status(500), Reply.status(500), Reply.status(200));
    SegmentClient client = fixture.open();
    client.offer(event("e"));
    client.offer(event("e"));
    fixture.time.advance(Duration.ofSeconds(3));
    fixture.flush(client);
    JsonNode first = body(fixture.requests().get(0)).get("batch");
    assertThat(first.get(0).get("messageId")).isNotEqualTo(first.get(1).get("messageId"));
    assertThat(first.get(0).get("timestamp").asString()).isEqualTo("2026-03-01T12:00:00.000Z");
    assertThat(fixture.requests())
        .hasSize(3)
        .allSatisfy(request -> assertThat(body(request).get("batch")).isEqualTo(first));
  }

  @Test
  @Tag("D8")
  void anEventOfExactlyTheLimitIsAcceptedAndOneByteMoreIsRefused() {
    fixture.replies(Reply.status(200));
    SegmentClient client = fixture.open();
    assertThat(client.offer(eventOf(32_768)).isAccepted()).isTrue();
    Offer refused = client.offer(eventOf(32_769));
    assertThat(refused.rejection()).contains(Rejection.TOO_LARGE);
    assertThat(refused.message())
        .isEqualTo("an event of 32769 bytes is larger than maxEventBytes, 32768");
    assertThat(fixture.flush(client).delivered()).isEqualTo(1);
  }

  /** An event of this many bytes; the smiley has four of them, and two characters. */
  private static SegmentEvent<?> eventOf(int bytes) {
    String start =
        "{\"type\":\"page\",\"userId\":\"7\",\"messageId\":\"m\",\"timestamp\":\"t\",\"name\":\"😀";
    int rest = bytes - start.getBytes(StandardCharsets.UTF_8).length - 2;
    return SegmentEvent.json(start + "x".repeat(rest) + "\"}");
  }

  @Test
  @Tag("D8")
  void noBodyIsLargerThanTheServiceTakes() {
    fixture.service.on(SegmentFixture.UPLOADS.reusable(), Reply.status(200));
    // As large as the builder lets a batch be.
    SegmentClient client = open(fixture.builder().queue(queue -> queue.maxBatchBytes(499_936)));
    for (int i = 0; i < 100; i++) {
      assertThat(client.offer(eventOf(20_000 + i * 127)).isAccepted()).isTrue();
    }
    fixture.flush(client);
    assertThat(fixture.requests()).hasSizeGreaterThan(4);
    assertThat(fixture.requests())
        .allSatisfy(request -> assertThat(request.bytes().length).isLessThanOrEqualTo(500_000));
  }

  @Test
  @Tag("D8")
  void aBodyMayHaveExactlyTheBytesThatTheServiceTakes() {
    fixture.replies(Reply.status(200));
    SegmentClient client = open(fixture.builder().queue(queue -> queue.maxBatchBytes(499_936)));
    for (int i = 0; i < 15; i++) {
      client.offer(eventOf(32_768));
    }
    client.offer(eventOf(499_936 - 15 * 32_769 - 1));
    fixture.flush(client);
    assertThat(fixture.requests()).hasSize(1);
    assertThat(fixture.requests().get(0).bytes()).hasSize(500_000);
  }

  @Test
  @Tag("D8")
  void gzipIsAnOption() throws IOException {
    fixture.replies(Reply.status(200));
    fixture.deliver(open(fixture.builder().gzip(true)));
    RecordedRequest request = fixture.requests().get(0);
    assertThat(request.header("Content-Encoding")).contains("gzip");
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(request.bytes())).readAllBytes();
    assertThat(jackson.readTree(plain).get("batch")).hasSize(1);
  }

  @Test
  @Tag("D8")
  void withoutTheOptionTheBodyIsPlainAndTheLibraryIsNamed() {
    fixture.replies(Reply.status(200));
    fixture.deliver(fixture.open());
    assertThat(fixture.headers("Content-Encoding")).containsExactly("absent");
    assertThat(fixture.headers("User-Agent").get(0)).matches("heed-segment/\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void hostAndPathCanBeChosen() {
    fixture.service.on(Route.post("/events/v1/import"), Reply.status(200));
    fixture.deliver(
        open(
            fixture
                .builder()
                .host(URI.create("https://proxy.example/events/"))
                .path("/v1/import")));
    assertThat(fixture.requests().get(0).uri())
        .hasToString("https://proxy.example/events/v1/import");
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 304, 305, 307, 308, 399})
  @Tag("D1")
  @Tag("D8")
  void aRedirectThatIsNotFollowedIsAFailureAndNotRetried(int status) {
    fixture.replies(Reply.status(status));
    assertThat(fixture.deliver(fixture.open()).dropped()).isEqualTo(1);
    assertThat(fixture.requests()).hasSize(1);
    assertThat(fixture.reasons()).containsExactly(DropReason.REFUSED);
  }

  @Test
  @Tag("D9")
  void aBodyThatIsTooLargeIsRefusedAndNotSplit() {
    fixture.replies(Reply.status(413));
    SegmentClient client = fixture.open();
    client.offer(event("a"));
    assertThat(fixture.deliver(client).dropped()).isEqualTo(2);
    assertThat(fixture.requests()).hasSize(1);
  }

  @Test
  @Tag("D1")
  void aMissingLoginOfTheNetworkIsRetriedOnlyWithReauthentication() {
    fixture.replies(Reply.status(511), Reply.status(511), Reply.status(200));
    fixture.deliver(fixture.open());
    assertThat(fixture.reasons()).containsExactly(DropReason.REFUSED);
    AtomicReference<String> token = new AtomicReference<>("old");
    SegmentClient client =
        open(
            fixture
                .builder()
                .stage(Stages.bearer(token::get))
                .reauthenticate(
                    head -> {
                      token.set("new");
                      return CompletableFuture.completedFuture(null);
                    }));
    assertThat(fixture.deliver(client).delivered()).isEqualTo(1);
    assertThat(fixture.headers("Authorization"))
        .containsExactly("Basic a2V5Og==", "Bearer old", "Bearer new");
  }

  @Test
  @Tag("D7")
  void closingDeliversWhatWaitsAndRefusesWhatComes() {
    fixture.replies(Reply.status(200));
    SegmentClient client = fixture.open();
    client.offer(event("e"));
    assertThat(fixture.run(client.closeAsync(Duration.ofSeconds(5))).delivered()).isEqualTo(1);
    assertThat(client.offer(event("late")).rejection()).contains(Rejection.CLOSED);
    assertThat(client.status().delivered()).isEqualTo(1);
  }

  @Test
  @Tag("D5")
  @Tag("D8")
  void theNextClientSendsWhatWaitsInTheDirectoryAsItWasAndCountsOn(@TempDir Path dir) {
    fixture.replies(Reply.status(500), Reply.status(500), Reply.status(200));
    SegmentClient first = open(fixture.builder().directory(dir));
    first.offer(event("e"));
    var unused = first.flushAsync(Duration.ofDays(1));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(fixture.run(first.closeAsync(Duration.ZERO)).pending()).isEqualTo(1);
    SegmentClient second = open(fixture.builder().directory(dir));
    assertThat(fixture.flush(second).delivered()).isEqualTo(1);
    assertThat(fixture.headers("X-Retry-Count")).containsExactly("absent", "1", "2");
    JsonNode batch = body(fixture.requests().get(0)).get("batch");
    assertThat(fixture.requests())
        .allSatisfy(request -> assertThat(body(request).get("batch")).isEqualTo(batch));
    fixture.run(second.closeAsync(Duration.ZERO));
  }

  @Test
  @Tag("D10")
  void whatWasGivenUpCanBeSentAgainAsItWas(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("refused.ndjson");
    fixture.replies(Reply.status(400), Reply.status(200));
    SegmentClient client = open(fixture.builder().deadLetter(DeadLetter.file(file)));
    fixture.deliver(client);
    assertThat(client.replay(file)).isEqualTo(1);
    assertThat(fixture.flush(client).delivered()).isEqualTo(1);
    assertThat(body(fixture.requests().get(1)).get("batch"))
        .isEqualTo(body(fixture.requests().get(0)).get("batch"));
  }
}
