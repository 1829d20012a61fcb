package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of a client. */
@Tag("O6")
class LifecycleTest {

  private static final Duration LONG = Duration.ofSeconds(10);
  private static final URI FAR_AWAY = URI.create("http://127.0.0.1:1/");
  private static final Reply SOON = Reply.of(503, "", "Retry-After: 0.2");
  private static final Reply LATER = Reply.of(503, "", "Retry-After: 20");

  private final CountingTime time = new CountingTime();
  private final Heed timed = plan(plan -> plan.time(time));
  private final HttpClient wrapped = bare();
  private final HeedHttpClient client = HeedHttpClient.wrap(wrapped, timed);

  private CompletableFuture<HttpResponse<String>> started(Mode mode, WireServer server) {
    if (mode == Mode.ASYNC) {
      return client.sendAsync(get(server), BodyHandlers.ofString());
    }
    CompletableFuture<HttpResponse<String>> result = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                result.complete(client.send(get(server), BodyHandlers.ofString()));
              } catch (IOException | InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            })
        .start();
    return result;
  }

  @ParameterizedTest
  @EnumSource
  void closeWaitsForACallThatIsWaiting(Mode mode) throws Exception {
    try (var server = WireServer.replying(SOON, Reply.ok("good"))) {
      CompletableFuture<HttpResponse<String>> call = started(mode, server);
      server.awaitSeen(1);
      client.close();
      assertThat(server.seen()).hasSize(2);
      assertThat(call.get().body()).isEqualTo("good");
      assertThat(client.isTerminated()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shutdownLetsCallsGoOnAndBeginsNone(Mode mode) throws Exception {
    try (var server = WireServer.replying(SOON, Reply.ok("good"))) {
      CompletableFuture<HttpResponse<String>> call = started(mode, server);
      server.awaitSeen(1);
      client.shutdown();
      assertThat(client.isTerminated()).isFalse();
      assertThatThrownBy(() -> mode.text(client, get(server)))
          .isInstanceOf(IOException.class)
          .hasMessage("the client is closed");
      assertThat(call.get().body()).isEqualTo("good");
      assertThat(client.awaitTermination(LONG)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shutdownNowEndsAWaitAtOnce(Mode mode) throws Exception {
    try (var server = WireServer.replying(LATER)) {
      CompletableFuture<HttpResponse<String>> call = started(mode, server);
      time.awaitLongWait();
      client.shutdownNow();
      assertThat(client.awaitTermination(LONG)).isTrue();
      assertThatThrownBy(call::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining("the client was shut down");
      time.awaitNonePending();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shutdownNowEndsASendAtOnce(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      CompletableFuture<HttpResponse<String>> call = started(mode, server);
      server.awaitSeen(1);
      client.shutdownNow();
      assertThat(client.awaitTermination(LONG)).isTrue();
      assertThatThrownBy(call::get).hasCauseInstanceOf(IOException.class);
      server.awaitOpen(0);
      assertThat(server.seen()).hasSize(1);
    }
  }

  @Test
  void blockedCallerIsNotLeftInterruptedByShutdownNow() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (var server = WireServer.replying(LATER)) {
      Thread caller =
          new Thread(
              () -> {
                assertThatThrownBy(() -> client.send(get(server), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
                if (!Thread.currentThread().isInterrupted()) {
                  left.countDown();
                }
              });
      caller.start();
      time.awaitLongWait();
      client.shutdownNow();
      caller.join();
    }
    assertThat(left.getCount()).isZero();
  }

  @Test
  void interruptOfCloseStopsTheCallsAndIsKept() throws Exception {
    try (var server = WireServer.replying(LATER)) {
      CompletableFuture<HttpResponse<String>> call = started(Mode.ASYNC, server);
      time.awaitLongWait();
      Thread.currentThread().interrupt();
      client.close();
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(call::get).hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void wrappedClientIsNeverClosed() throws Exception {
    client.close();
    client.shutdownNow();
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThat(wrapped.send(get(server), BodyHandlers.ofString()).body()).isEqualTo("good");
    }
  }

  @Test
  void clientThatWasUsedTerminates() throws Exception {
    try (var server = WireServer.replying(Reply.busy(), Reply.ok("good"))) {
      client.send(get(server), BodyHandlers.ofString());
      assertThat(client.awaitTermination(Duration.ZERO)).isFalse();
      client.shutdown();
      assertThat(client.awaitTermination(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }
  }

  /** A wrapper as one writes it for JDK 17. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void naiveWrapperDoesNothingOnClose() throws Exception {
    HttpClient naive = new StubClient(new CompletableFuture<>());
    CompletableFuture<?> call = naive.sendAsync(get(FAR_AWAY), BodyHandlers.ofString());
    HttpClient.class.getMethod("close").invoke(naive);
    assertThat(call).isNotDone();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void methodsOfLaterJdksAreTheClientsOwn() throws Exception {
    try (var server = WireServer.replying(SOON, Reply.ok("good"))) {
      CompletableFuture<HttpResponse<String>> call = started(Mode.ASYNC, server);
      HttpClient.class.getMethod("close").invoke(client);
      assertThat(server.seen()).hasSize(2);
      assertThat(call.get().body()).isEqualTo("good");
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void clientThatItHasBuiltIsClosedToo() throws Exception {
    HeedHttpClient built = (HeedHttpClient) HeedHttpClient.newBuilder(timed).build();
    try (var server = WireServer.replying(Reply.ok("good"))) {
      built.send(get(server), BodyHandlers.ofString());
      assertThat(built.isTerminated()).isFalse();
      built.close();
      assertThat(built.isTerminated()).isTrue();
      server.awaitOpen(0);
    }
  }

  @Test
  void clientThatWasNeverUsedTerminates() throws Exception {
    HeedHttpClient built = (HeedHttpClient) HeedHttpClient.newBuilder(timed).build();
    built.shutdownNow();
    assertThat(built.awaitTermination(LONG)).isTrue();
  }
}
