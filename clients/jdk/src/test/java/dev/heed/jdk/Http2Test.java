package dev.heed.jdk;

import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Stages;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.transport.TruncatedBodyException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import mockwebserver3.MockResponse;
import mockwebserver3.PushPromise;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP/2 over TLS. */
class Http2Test {

  private static final int REFUSED_STREAM = 7;
  private static final int INTERNAL_ERROR = 2;

  private static MockResponse shortBody() {
    return Tls.ok("abc").setHeader("Content-Length", 100).build();
  }

  private static MockResponse closing(int code) {
    return new MockResponse.Builder().onRequestStart(new SocketEffect.CloseStream(code)).build();
  }

  private static MockResponse stalling() {
    return new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  @Tag("B1")
  @Tag("O1")
  void refusalsAreRetriedOnOneConnection(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(Tls.busy().build(), Tls.busy().build(), Tls.ok("good").build())) {
      HttpClient client = tls.heed(plan(p -> p.perAttempt(Stages.bearer(() -> "t"))));
      HttpResponse<String> response = mode.text(client, tls.get());
      assertThat(response.body()).isEqualTo("good");
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.sslSession()).isPresent();
      assertThat(CallReport.of(response).sends()).isEqualTo(3);
      assertThat(tls.connections()).containsExactly(0, 0, 0);
    }
  }

  @Test
  void bareClientTakesAShortBodyForAWholeOne() throws Exception {
    try (Tls tls = Tls.replying(shortBody())) {
      HttpResponse<String> response = tls.bare().send(tls.get(), BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("abc");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsReadAgain(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(shortBody(), Tls.ok("good").build())) {
      assertThat(mode.text(tls.heed(), tls.get()).body()).isEqualTo("good");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyIsNeverASuccess(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(shortBody())) {
      HttpRequest once = HeedRequest.from(tls.get()).maxRetries(0).build();
      assertThatThrownBy(() -> mode.text(tls.heed(), once))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the body ended after 3 of 100 bytes")
          .satisfies(
              failure ->
                  assertThat(Causes.of(failure))
                      .hasAtLeastOneElementOfType(TruncatedBodyException.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void shortBodyOfAStreamFailsWhereItEnds(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(shortBody())) {
      var body = mode.call(tls.heed(), tls.get(), BodyHandlers.ofInputStream()).body();
      assertThatThrownBy(body::readAllBytes)
          .satisfies(
              failure ->
                  assertThat(Causes.of(failure))
                      .hasAtLeastOneElementOfType(TruncatedBodyException.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  void refusedStreamIsTriedAgain(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(closing(REFUSED_STREAM), Tls.ok("good").build())) {
      assertThat(mode.text(tls.heed(), tls.get()).body()).isEqualTo("good");
    }
  }

  /** The JDK does not tell by type that nothing was processed. */
  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(max = JRE.JAVA_23)
  void refusedStreamOfAPostIsNotTriedAgainWhereTheJdkHidesIt(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(closing(REFUSED_STREAM), Tls.ok("good").build())) {
      assertThatThrownBy(() -> mode.text(tls.heed(), tls.post()))
          .isInstanceOf(IOException.class)
          .satisfies(
              failure ->
                  assertThat(CallReport.of(failure).gaveUpBecause())
                      .hasValue(GaveUpBecause.METHOD));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void refusedStreamOfAPostIsTriedAgainByTheJdkItself(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(closing(REFUSED_STREAM), Tls.ok("good").build())) {
      HttpResponse<String> response = mode.text(tls.heed(), tls.post());
      assertThat(response.body()).isEqualTo("good");
      assertThat(CallReport.of(response).sends()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R3")
  void failedStreamOfAPostIsNotTriedAgain(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(closing(INTERNAL_ERROR), Tls.ok("good").build())) {
      assertThatThrownBy(() -> mode.text(tls.heed(), tls.post())).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void connectionThatSaysGoodbyeIsReplaced(Mode mode) throws Exception {
    // Time enough for the goodbye to arrive: the JDK may lose a stream that it opens meanwhile.
    MockResponse last =
        Tls.busy()
            .setHeader("Retry-After", "0.2")
            .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
            .build();
    try (Tls tls = Tls.replying(last, Tls.ok("good").build())) {
      assertThat(mode.text(tls.heed(), tls.get()).body()).isEqualTo("good");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("T2")
  @Tag("T3")
  void attemptTimeoutCostsAStreamAndNotTheConnection(Mode mode) throws Exception {
    HttpClient client;
    try (Tls tls = Tls.replying(Tls.ok("warm").build(), stalling(), Tls.ok("good").build())) {
      client = tls.heed(plan(p -> p.attemptTimeout(Duration.ofMillis(800))));
      mode.text(client, tls.get());
      HttpResponse<String> response = mode.text(client, tls.get());
      assertThat(response.body()).isEqualTo("good");
      assertThat(tls.connections()).containsExactly(0, 0, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O1")
  void largeBodyThatIsCutCostsAStreamAndNotTheConnection(Mode mode) throws Exception {
    MockResponse large = Tls.busy().body("x".repeat(1 << 20)).build();
    try (Tls tls = Tls.replying(large, Tls.ok("good").build())) {
      assertThat(mode.text(tls.heed(), tls.get()).body()).isEqualTo("good");
      assertThat(tls.connections()).containsExactly(0, 0);
    }
  }

  @Test
  @Tag("O4")
  void cancelCostsAStreamAndNotTheConnection() throws Exception {
    try (Tls tls = Tls.replying(Tls.ok("warm").build(), stalling(), Tls.ok("good").build())) {
      HttpClient client = tls.heed();
      client.send(tls.get(), BodyHandlers.ofString());
      CompletableFuture<?> call = client.sendAsync(tls.get(), BodyHandlers.ofString());
      Eventually.holds("the request has arrived", () -> tls.requests() == 2);
      call.cancel(false);
      assertThat(client.send(tls.get(), BodyHandlers.ofString()).body()).isEqualTo("good");
      assertThat(tls.connections()).containsExactly(0, 0, 0);
    }
  }

  private static PushPromise promise(String path) {
    return new PushPromise("GET", path, Headers.of(":scheme", "https"), Tls.ok("pushed").build());
  }

  @Test
  @Tag("O2")
  void promisesReachTheCallerAndTheCallPassesTheStagesOnce() throws Exception {
    MockResponse pushing = Tls.busy().addPush(promise("/p")).build();
    try (Tls tls = Tls.replying(pushing, Tls.ok("good").build())) {
      HttpClient client = tls.heed(plan(p -> p.perAttempt(Stages.bearer(() -> "t"))));
      Queue<CompletableFuture<HttpResponse<String>>> pushed = new ConcurrentLinkedQueue<>();
      PushPromiseHandler<String> taking =
          (initiating, promised, acceptor) -> pushed.add(acceptor.apply(BodyHandlers.ofString()));
      HttpResponse<String> response =
          client.sendAsync(tls.get(), BodyHandlers.ofString(), taking).get();
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(pushed).hasSize(1);
      assertThat(pushed.element().get().body()).isEqualTo("pushed");
      RecordedRequest first = tls.server().takeRequest();
      assertThat(first.getHeaders().values("Authorization")).containsExactly("Bearer t");
    }
  }
}
