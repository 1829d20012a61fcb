package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A reader used alone, on a response of the JDK's client. */
class HintReaderTest {

  @Test
  @Tag("H8")
  void waitIsReadFromTheResponseItself() {
    Response response = new Response(Map.of("retry-after", List.of("3")));

    assertThat(Hints.standard().read(response)).contains(Duration.ofSeconds(3));
  }

  @Test
  @Tag("H8")
  void responseWithoutHintGivesNothing() {
    assertThat(Hints.standard().read(new Response(Map.of()))).isEmpty();
  }

  @Test
  @Tag("H6")
  void hintTooLargeToBeHeldIsTheLongestTime() {
    Response response = new Response(Map.of("Retry-After", List.of("99999999999999999999")));

    assertThat(Hints.retryAfter().read(response)).contains(Hint.FOREVER);
  }

  @Test
  @Tag("H7")
  void absoluteTimeIsComparedWithTheDateOfTheResponse() {
    Response response =
        new Response(
            Map.of(
                "Date", List.of("Thu, 01 Jan 2026 00:00:00 GMT"),
                "Retry-After", List.of("Thu, 01 Jan 2026 00:00:30 GMT")));

    assertThat(Hints.retryAfter().read(response)).contains(Duration.ofSeconds(30));
  }

  private record Response(Map<String, List<String>> fields) implements HttpResponse<String> {

    @Override
    public int statusCode() {
      return 429;
    }

    @Override
    public HttpHeaders headers() {
      return HttpHeaders.of(fields, (name, value) -> true);
    }

    @Override
    public HttpRequest request() {
      return HttpRequest.newBuilder(uri()).build();
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public String body() {
      return "";
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return URI.create("http://localhost/");
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }
}
