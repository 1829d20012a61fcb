package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heed.hint.Hints;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StubResponseTest {

  @Test
  void itIsReadAsAnyResponse() {
    HttpResponse<String> response =
        StubResponse.of(429, "slow down").withHeader("Retry-After", "7");
    assertThat(Hints.retryAfter().read(response)).contains(Duration.ofSeconds(7));
    assertThat(response.body()).isEqualTo("slow down");
  }

  @Test
  void whatIsNotGivenIsPlain() {
    StubResponse<String> response = StubResponse.of(204);
    assertThat(response).hasToString("(GET http://stub.invalid/) 204");
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().map()).isEmpty();
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(response.sslSession()).isEmpty();
    assertThat(response.previousResponse()).isEmpty();
    assertThat(response.request().method()).isEqualTo("GET");
  }

  @Test
  void eachChangeMakesAnotherResponse() {
    StubResponse<String> plain = StubResponse.of(302, "");
    StubResponse<String> last =
        StubResponse.of(200, "x")
            .withHeader("A", "1")
            .withHeader("a", "2")
            .withRequest(Requests.get("/b"))
            .withPrevious(plain);
    assertThat(last.headers().allValues("A")).containsExactly("1", "2");
    assertThat(last.uri()).hasToString("http://api.test/b");
    assertThat(last.previousResponse()).containsSame(plain);
    assertThat(plain.headers().map()).isEmpty();
  }

  @Test
  void headerIsOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StubResponse.of(200).withHeader("A", "b\nc"))
        .withMessage("a value of header A is one line");
  }
}
