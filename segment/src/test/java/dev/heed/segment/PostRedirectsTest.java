package dev.heed.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.testing.RecordedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which redirects are followed, with what. */
@Tag("D8")
class PostRedirectsTest {

  private static final String AUTHORIZATION = "Basic a2V5Og==";

  private final SegmentFixture fixture = new SegmentFixture();

  private static Reply moved(int status, String place) {
    return Reply.text(status, "moved").header("Location", place);
  }

  private void redirectedTo(String place) {
    fixture.replies(moved(308, place));
    fixture.service.on(Route.post("/other").reusable(), Reply.status(200));
  }

  private List<String> places() {
    return fixture.requests().stream().map(request -> request.uri().toString()).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {307, 308})
  void thePostIsSentAgainWithItsBody(int status) {
    fixture.replies(moved(status, "/other?x=1#y"));
    fixture.service.on(Route.post("/other"), Reply.status(200));
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(places())
        .containsExactly("https://api.example/v1/batch", "https://api.example/other?x=1#y");
    RecordedRequest second = fixture.requests().get(1);
    assertThat(second.text()).isEqualTo(fixture.requests().get(0).text());
    assertThat(second.header("Content-Type")).contains("application/json");
    assertThat(second.header("Authorization")).contains(AUTHORIZATION);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303})
  void aRedirectThatWouldLoseTheEventsIsNotFollowed(int status) {
    fixture.replies(moved(status, "/other"));
    assertThat(fixture.deliver(fixture.open()).dropped()).isEqualTo(1);
    assertThat(fixture.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://elsewhere.example/other",
        "https://api.example:8443/other",
        "https://api.example.evil.example/other",
        "//elsewhere.example/other"
      })
  void theCredentialsDoNotGoToAnotherOrigin(String place) {
    redirectedTo(place);
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(fixture.headers("Authorization")).containsExactly(AUTHORIZATION, "absent");
    assertThat(fixture.requests().get(1).text()).isEqualTo(fixture.requests().get(0).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://API.example/other", "https://api.example:443/other"})
  void theSameOriginInOtherWordsIsTheSame(String place) {
    redirectedTo(place);
    fixture.deliver(fixture.open());
    assertThat(fixture.headers("Authorization")).containsExactly(AUTHORIZATION, AUTHORIZATION);
  }

  @Test
  void aDetourOverAnotherOriginDoesNotBringThemThere() {
    fixture.replies(moved(307, "https://elsewhere.example/a"));
    fixture.service.on(Route.post("/a"), moved(307, "https://third.example/b"));
    fixture.service.on(Route.post("/b"), Reply.status(200));
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(fixture.headers("Authorization")).containsExactly(AUTHORIZATION, "absent", "absent");
  }

  @ParameterizedTest
  @CsvSource({
    "http://api.example/other",
    "ftp://api.example/other",
    "mailto:somebody@api.example",
    "https:///other",
    "https://user@api.example/other",
    "'http://[bad'"
  })
  void aPlaceThatIsWeakerOrNoneIsNotFollowed(String place) {
    redirectedTo(place);
    assertThat(fixture.deliver(fixture.open()).dropped()).isEqualTo(1);
    assertThat(fixture.requests()).hasSize(1);
  }

  @Test
  void aCircleEndsAfterFiveRedirects() {
    fixture.service.on(SegmentFixture.UPLOADS.reusable(), moved(307, "/v1/batch"));
    assertThat(fixture.deliver(fixture.open()).dropped()).isEqualTo(1);
    assertThat(fixture.requests()).hasSize(6);
  }

  @Test
  void theRetryAfterARedirectBeginsAtTheFirstPlace() {
    fixture.replies(moved(307, "/other"), Reply.status(200));
    fixture.service.on(Route.post("/other"), Reply.status(500));
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(fixture.headers("X-Retry-Count")).containsExactly("absent", "absent", "1");
    assertThat(places().get(2)).isEqualTo("https://api.example/v1/batch");
  }

  @Test
  void theTimeLimitIsThatOfTheWholeUpload() {
    fixture.replies(moved(307, "/other"), Reply.status(200));
    fixture.service.on(Route.post("/other"), Reply.stall());
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofMillis(15_500));
    assertThat(fixture.requests().get(1).abandoned()).isTrue();
  }

  @Test
  void blockingCallsDoTheSame() throws Exception {
    StubHttpClient stub =
        new StubHttpClient()
            .on(Route.post("/a"), moved(308, "https://elsewhere.example/b"))
            .on(Route.post("/b"), Reply.text("done"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://api.example/a"))
            .header("Authorization", "x")
            .POST(BodyPublishers.ofString("events"))
            .build();
    HttpResponse<String> response = new PostRedirects(stub).send(request, BodyHandlers.ofString());
    assertThat(response.body()).isEqualTo("done");
    assertThat(stub.request(2).text()).isEqualTo("events");
    assertThat(stub.request(2).header("Authorization")).isEmpty();
  }

  @Test
  void whoCancelsCancelsTheSecondHop() {
    fixture.replies(moved(307, "/other"));
    fixture.service.on(Route.post("/other"), Reply.stall());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://api.example/v1/batch"))
            .POST(BodyPublishers.ofString("events"))
            .build();
    CompletableFuture<HttpResponse<String>> sent =
        new PostRedirects(fixture.service).sendAsync(request, BodyHandlers.ofString());
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(sent.cancel(true)).isTrue();
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(fixture.requests().get(1).abandoned()).isTrue();
  }

  @Test
  void itIsTheWrappedClientInAllElse() {
    HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
    HttpClient wrapped = new PostRedirects(client);
    assertThat(wrapped.connectTimeout()).contains(Duration.ofSeconds(3));
    assertThat(wrapped.followRedirects()).isEqualTo(client.followRedirects());
    assertThat(wrapped.sslContext()).isEqualTo(client.sslContext());
    assertThat(wrapped.sslParameters()).isNotNull();
    assertThat(wrapped.version()).isEqualTo(client.version());
    assertThat(wrapped.proxy()).isEqualTo(client.proxy());
    assertThat(wrapped.authenticator()).isEmpty();
    assertThat(wrapped.cookieHandler()).isEmpty();
    assertThat(wrapped.executor()).isEmpty();
    assertThat(wrapped).asString().endsWith(", following 307 and 308");
  }
}
