package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.CallTimeoutException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP/2 in the clear, frame by frame. */
class H2cTest {

  private static final int PROTOCOL_ERROR = 1;
  private static final H2cServer.StreamReply GOOD = H2cServer.reply(200, "good");
  private static final H2cServer.StreamReply BUSY = H2cServer.reply(503, "busy", "retry-after: 0");
  private static final H2cServer.StreamReply SHORT =
      H2cServer.reply(200, "abc", "content-length: 100");

  @TempDir Path folder;

  private static HttpClient heed() {
    return HeedHttpClient.newBuilder(plan()).build();
  }

  private static HttpRequest post(H2cServer server) {
    return HttpRequest.newBuilder(server.uri()).POST(BodyPublishers.ofString("order")).build();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void refusalsAreRetriedOnOneConnection(Mode mode) throws Exception {
    try (var server = H2cServer.replying(BUSY, BUSY, GOOD)) {
      HttpResponse<String> response = mode.text(heed(), get(server.uri()));
      assertThat(response.body()).isEqualTo("good");
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsReadAgainIntoMemoryAndNotIntoAFile(Mode mode) throws Exception {
    try (var server = H2cServer.replying(SHORT, GOOD)) {
      assertThat(mode.text(heed(), get(server.uri())).body()).isEqualTo("good");
    }
    try (var server = H2cServer.replying(SHORT, GOOD)) {
      var toFile = BodyHandlers.ofFile(folder.resolve("body"));
      assertThatThrownBy(() -> mode.call(heed(), get(server.uri()), toFile))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the body ended after 3 of 100 bytes");
      assertThat(server.streams()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void streamThatIsResetInItsBodyIsReadAgain(Mode mode) throws Exception {
    try (var server = H2cServer.replying(H2cServer.resetInBody("ha", PROTOCOL_ERROR), GOOD)) {
      HttpResponse<String> response = mode.text(heed(), get(server.uri()));
      assertThat(response.body()).isEqualTo("good");
      assertThat(CallReport.of(response).sends()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R3")
  void streamOfAPostThatIsResetIsNotSentAgain(Mode mode) throws Exception {
    try (var server = H2cServer.replying(GOOD, H2cServer.reset(PROTOCOL_ERROR), GOOD)) {
      HttpClient client = heed();
      mode.text(client, get(server.uri()));
      assertThatThrownBy(() -> mode.text(client, post(server)))
          .isInstanceOf(IOException.class)
          .satisfies(
              failure ->
                  assertThat(CallReport.of(failure).gaveUpBecause())
                      .hasValue(GaveUpBecause.METHOD));
      assertThat(server.streams()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  void getAboveTheLastStreamOfAGoodbyeIsSentAgain(Mode mode) throws Exception {
    try (var server = H2cServer.replying(GOOD, H2cServer.goAwayBefore(), GOOD)) {
      HttpClient client = heed();
      mode.text(client, get(server.uri()));
      HttpRequest request = HeedRequest.from(get(server.uri())).callTimeout(ENOUGH).build();
      assertThat(mode.text(client, request).body()).isEqualTo("good");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  private static final Duration ENOUGH = Duration.ofSeconds(5);

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void postAboveTheLastStreamOfAGoodbyeIsSentAgainByTheJdkItself(Mode mode) throws Exception {
    try (var server = H2cServer.replying(GOOD, H2cServer.goAwayBefore(), GOOD)) {
      HttpClient client = heed();
      mode.text(client, get(server.uri()));
      HttpResponse<String> response = mode.text(client, post(server));
      assertThat(response.body()).isEqualTo("good");
      assertThat(CallReport.of(response).sends()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T3")
  void callTimeoutInTheBodyResetsTheStream(Mode mode) throws Exception {
    try (var server = H2cServer.replying(GOOD, H2cServer.stalled("ha"), GOOD)) {
      HttpClient client = heed();
      mode.text(client, get(server.uri()));
      HttpRequest hasty =
          HeedRequest.from(get(server.uri())).callTimeout(Duration.ofMillis(200)).build();
      assertThatThrownBy(() -> mode.text(client, hasty)).isInstanceOf(CallTimeoutException.class);
      Eventually.holds("the stream is reset", () -> server.resets().equals(STREAM_3));
      assertThat(mode.text(client, get(server.uri())).body()).isEqualTo("good");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static final java.util.List<Integer> STREAM_3 = java.util.List.of(3);

  @Test
  @Tag("O4")
  void cancelInTheBodyResetsTheStream() throws Exception {
    CountDownLatch inBody = new CountDownLatch(1);
    try (var server = H2cServer.replying(GOOD, H2cServer.stalled("ha"), GOOD)) {
      HttpClient client = heed();
      client.send(get(server.uri()), BodyHandlers.ofString());
      CompletableFuture<?> call =
          client.sendAsync(
              get(server.uri()),
              info -> {
                inBody.countDown();
                return BodyHandlers.ofString().apply(info);
              });
      inBody.await();
      call.cancel(false);
      Eventually.holds("the stream is reset", () -> server.resets().equals(STREAM_3));
    }
  }
}
