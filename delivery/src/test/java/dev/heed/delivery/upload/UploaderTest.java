package dev.heed.delivery.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Flow;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class UploaderTest {

  private static final URI PLACE = URI.create("https://events.example/v1/batch");

  @Test
  void eventsArePostedAsAJsonArray() {
    HttpRequest request = Uploader.to(PLACE).build().request(Batches.of("1", "2"));
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.uri()).isEqualTo(PLACE);
    assertThat(request.headers().map().keySet()).containsExactly("Content-Type");
    assertThat(request.headers().firstValue("content-type")).contains("application/json");
    assertThat(body(request)).asString(StandardCharsets.UTF_8).isEqualTo("[1,2]");
  }

  @Test
  @Tag("D8")
  @Tag("statement-30")
  void theRetryCountIsAbsentFirstAndThenCounts() {
    Uploader uploader = Uploader.to(PLACE).retryCountHeader("X-Retry-Count").build();
    assertThat(uploader.request(Batches.attempt(1, "1")).headers().firstValue("X-Retry-Count"))
        .isEmpty();
    assertThat(uploader.request(Batches.attempt(4, "1")).headers().allValues("X-Retry-Count"))
        .containsExactly("3");
  }

  @Test
  void methodHeadersAndFormatCanBeSet() {
    HttpRequest request =
        Uploader.to(PLACE)
            .method("PUT")
            .header("X-Source", "tests")
            .format(BatchFormat.ndjson())
            .build()
            .request(Batches.of("1"));
    assertThat(request.method()).isEqualTo("PUT");
    assertThat(request.headers().firstValue("X-Source")).contains("tests");
    assertThat(body(request)).asString(StandardCharsets.UTF_8).isEqualTo("1\n");
  }

  @Test
  @Tag("D8")
  void theBodyCanBeCompressed() throws IOException {
    HttpRequest request = Uploader.to(PLACE).gzip(true).build().request(Batches.of("\"é\""));
    assertThat(request.headers().firstValue("Content-Encoding")).contains("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body(request)))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("[\"é\"]");
    }
  }

  @Test
  @Tag("D5")
  void anEventThatIsNoJsonHasAFlaw() {
    Uploader uploader = Uploader.to(PLACE).build();
    assertThat(uploader.flaw("{}".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(uploader.flaw("{},".getBytes(StandardCharsets.UTF_8)))
        .contains("',' after the end of the value, at byte 2");
  }

  @Test
  void everythingThatIsWrongIsListed() {
    assertThatThrownBy(() -> Uploader.to(URI.create("//u:p@host/path")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the uploader cannot be built: the address must be absolute, with http or https and a"
                + " host; the address must not hold credentials; a stage of the queue sets them");
    assertThatThrownBy(() -> Uploader.to(PLACE).header("Host", "x").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Host");
  }

  @Test
  void anUploaderDoesNotPrintItsQuery() {
    assertThat(Uploader.to(URI.create("https://e.example/v1?key=secret")).build())
        .hasToString("https://e.example/v1?...");
  }

  private static byte[] body(HttpRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request
        .bodyPublisher()
        .orElseThrow()
        .subscribe(
            new Flow.Subscriber<>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
              }

              @Override
              public void onNext(ByteBuffer buffer) {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                out.writeBytes(bytes);
              }

              @Override
              public void onError(Throwable failure) {
                throw new UncheckedIOException(new IOException(failure));
              }

              @Override
              public void onComplete() {}
            });
    return out.toByteArray();
  }
}
