package dev.heed.segment;

import static dev.heed.segment.SegmentFixture.event;
import static dev.heed.segment.SegmentFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.DropReason;
import dev.heed.testing.RecordedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that the service has for a source. */
@Tag("D2")
class RemoteSettingsTest {

  private static final Route SETTINGS = Route.get("/v1/projects/key/settings");

  private final SegmentFixture fixture = new SegmentFixture();

  private SegmentClientBuilder fetching(Reply settings, Reply... more) {
    fixture.service.on(SETTINGS, settings, more);
    return fixture.builder().fetchSettings(URI.create("https://cdn.example/v1"));
  }

  /** Settings of the source, in the place where the service has them. */
  private static Reply source(String members) {
    return Reply.json("{\"integrations\":{\"Segment.io\":{" + members + "}},\"plan\":{}}");
  }

  private List<String> paths() {
    return fixture.requests().stream().map(request -> request.uri().getPath()).toList();
  }

  @Test
  void nothingIsFetchedUnlessWanted() {
    fixture.replies(Reply.status(200));
    fixture.deliver(fixture.open());
    assertThat(paths()).containsExactly("/v1/batch");
  }

  @Test
  void theyAreFetchedOnceAndWithoutCredentials() {
    fixture.replies(Reply.status(200), Reply.status(200));
    SegmentClient client = open(fetching(source("")));
    fixture.deliver(client);
    fixture.deliver(client);
    assertThat(paths()).containsExactly("/v1/projects/key/settings", "/v1/batch", "/v1/batch");
    assertThat(fixture.requests().get(0).header("Authorization")).isEmpty();
    assertThat(fixture.troubles).isEmpty();
  }

  @Test
  void theFirstUploadWaitsForThem() {
    fixture.replies(Reply.status(500));
    Reply late =
        source("\"httpConfig\":{\"backoffConfig\":{\"maxRetryCount\":0}}")
            .delayed(Duration.ofSeconds(4));
    fixture.deliver(open(fetching(late)));
    assertThat(fixture.requests().get(1).arrivedAfter()).isEqualTo(Duration.ofSeconds(4));
    assertThat(fixture.reasons()).containsExactly(DropReason.RETRIES_EXHAUSTED);
  }

  @Test
  void eventsAreSentWithoutThemWhenTheyTakeTooLong() {
    fixture.replies(Reply.status(200));
    SegmentClient client = open(fetching(Reply.stall(), Reply.stall(), Reply.stall()));
    assertThat(fixture.deliver(client).delivered()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).isEqualTo(RemoteSettings.PATIENCE);
    assertThat(fixture.troubles)
        .containsExactly(
            "uploads begin with the settings of the program until those of the source are here:"
                + " they have not come within 5 s");
  }

  @Test
  void whatComesTooLateIsUsedFromThenOn() {
    Reply late =
        source("\"httpConfig\":{\"backoffConfig\":{\"maxRetryCount\":0}}")
            .delayed(Duration.ofSeconds(8));
    fixture.replies(Reply.status(500), Reply.status(200), Reply.status(500));
    SegmentClient client = open(fetching(late));
    assertThat(fixture.deliver(client).delivered()).isEqualTo(1);
    fixture.time.advance(Duration.ofSeconds(5));
    assertThat(fixture.deliver(client).dropped()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "404|oops|the answer was 404",
        "302|oops|the answer was 302",
        "200|oops|the answer is no JSON object: 'o' where a value belongs, at character 0",
        "200|[]|the answer is no JSON object: not an object"
      })
  void eventsAreSentWithoutThemWhenThereAreNone(int status, String body, String why) {
    fixture.replies(Reply.status(200));
    assertThat(fixture.deliver(open(fetching(Reply.text(status, body)))).delivered()).isEqualTo(1);
    assertThat(fixture.troubles)
        .containsExactly(
            "the settings of the source are not used; what was set in the program is: " + why);
  }

  @Test
  void aFailureIsTriedAgainBeforeItIsGivenUp() {
    fixture.replies(Reply.status(200));
    Reply refused = Reply.fail(() -> new ConnectException("refused"));
    SegmentClient client = open(fetching(refused, Reply.status(503), Reply.status(503)));
    assertThat(fixture.deliver(client).delivered()).isEqualTo(1);
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(fixture.troubles).hasSize(1);
    assertThat(paths()).filteredOn("/v1/projects/key/settings"::equals).hasSize(3);
  }

  @Test
  void closingDoesNotWaitForThem() {
    fixture.replies(Reply.status(200));
    SegmentClient client = open(fetching(Reply.stall()));
    client.offer(event("e"));
    assertThat(fixture.run(client.closeAsync(Duration.ofSeconds(1))).delivered()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ZERO);
    assertThat(fixture.requests().get(0).abandoned()).isTrue();
    assertThat(fixture.troubles).isEmpty();
    fixture.time.verifyNothingPending();
  }

  @Test
  void withoutAnHttpConfigWhatWasSetHereStays() {
    fixture.replies(Reply.status(500));
    SegmentClientBuilder builder =
        fetching(source("\"apiKey\":\"key\""))
            .httpConfig(SegmentFixture.exact().backoff(b -> b.maxRetryCount(0)).build());
    assertThat(fixture.deliver(open(builder)).dropped()).isEqualTo(1);
  }

  @Test
  void anHttpConfigReplacesAllThatWasSetHere() {
    fixture.replies(Reply.status(500), Reply.status(429), Reply.status(200));
    SegmentClientBuilder builder =
        fetching(source("\"httpConfig\":{\"rateLimitConfig\":{\"maxRetryInterval\":7}}"))
            .httpConfig(
                SegmentFixture.exact()
                    .backoff(b -> b.enabled(false))
                    .rateLimit(r -> r.enabled(false))
                    .build());
    assertThat(fixture.deliver(open(builder)).delivered()).isEqualTo(1);
    assertThat(fixture.time.elapsed())
        .isBetween(Duration.ofMillis(7_500), Duration.ofMillis(7_550));
  }

  @Test
  void valuesThatAreOutOfRangeOrCannotBeReadDoNoHarm() {
    fixture.replies(Reply.status(429), Reply.status(200));
    String config =
        "\"httpConfig\":{\"rateLimitConfig\":{\"maxRetryInterval\":3600,\"maxRetryCount\":\"x\"},"
            + "\"backoffConfig\":7}";
    assertThat(fixture.deliver(open(fetching(source(config)))).delivered()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(300));
  }

  @ParameterizedTest
  @CsvSource({
    "eu.example/v1, https://eu.example/v1/batch",
    "eu.example, https://eu.example/v1/batch",
    "https://eu.example:8443/v1/, https://eu.example:8443/v1/batch",
    "proxy.example/segment, https://proxy.example/segment/v1/batch"
  })
  void uploadsGoWhereTheySay(String apiHost, String place) {
    fixture.service.on(Route.any("/v1/batch").reusable(), Reply.status(200));
    fixture.service.on(Route.any("/segment/v1/batch").reusable(), Reply.status(200));
    fixture.deliver(open(fetching(source("\"apiHost\":\"" + apiHost + "\""))));
    RecordedRequest upload = fixture.requests().get(1);
    assertThat(upload.uri()).hasToString(place);
    assertThat(upload.header("Authorization")).contains("Basic a2V5Og==");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://eu.example|apiHost would send events without encryption: http://eu.example",
        "https://a@eu.example|apiHost must have neither credentials nor a query nor a fragment",
        "ftp://eu.example|apiHost must be absolute, with http or https and a host name:"
            + " ftp://eu.example",
        "not a host|apiHost is no address: not a host"
      })
  void uploadsGoWhereTheyWentWhenThePlaceCannotBeUsed(String apiHost, String why) {
    fixture.replies(Reply.status(200));
    String config =
        "\"apiHost\":\"" + apiHost + "\",\"httpConfig\":{\"backoffConfig\":{\"jitterPercent\":0}}";
    assertThat(fixture.deliver(open(fetching(source(config)))).delivered()).isEqualTo(1);
    assertThat(fixture.requests().get(1).uri()).hasToString("https://api.example/v1/batch");
    assertThat(fixture.troubles).hasSize(1);
    assertThat(fixture.troubles.get(0)).endsWith(": " + why);
  }
}
