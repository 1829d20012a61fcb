package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stops a call from outside, in the middle of a send and in the middle of a wait. */
class InterruptTest {

  private static final Reply LATER = Reply.of(503, "later", "Retry-After: 20");

  private final CountingTime time = new CountingTime();
  private final HttpClient client = heed(plan -> plan.time(time));

  /** A blocking call on a thread of its own; what it raises, and whether its flag was kept. */
  private final class Blocked {

    private final FutureTask<HttpResponse<String>> result;
    private final Thread thread;
    private volatile boolean flagKept;

    Blocked(WireServer server) {
      result =
          new FutureTask<>(
              () -> {
                try {
                  return client.send(get(server), BodyHandlers.ofString());
                } finally {
                  flagKept = Thread.currentThread().isInterrupted();
                }
              });
      thread = new Thread(result, "blocked");
      thread.start();
    }

    void isInterrupted() {
      thread.interrupt();
      assertThatThrownBy(() -> result.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InterruptedException.class)
          .satisfies(
              failure ->
                  assertThat(CallReport.of(failure.getCause()).gaveUpBecause())
                      .hasValue(GaveUpBecause.INTERRUPTED));
      assertThat(flagKept).isTrue();
    }
  }

  @Test
  @Tag("W7")
  @Tag("R4")
  void interruptInTheWaitEndsTheCallAndKeepsTheFlag() throws Exception {
    try (var server = WireServer.replying(LATER)) {
      Blocked call = new Blocked(server);
      time.awaitLongWait();
      call.isInterrupted();
      assertThat(server.seen()).hasSize(1);
    }
    time.awaitNonePending();
  }

  @Test
  @Tag("O4")
  void cancelInTheWaitLeavesNoTimerAndSendsNoMore() throws Exception {
    for (boolean mayInterrupt : new boolean[] {true, false}) {
      try (var server = WireServer.replying(LATER)) {
        CompletableFuture<?> call = client.sendAsync(get(server), BodyHandlers.ofString());
        time.awaitLongWait();
        assertThat(call.cancel(mayInterrupt)).isTrue();
        time.awaitNonePending();
        assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
        assertThat(server.seen()).hasSize(1);
      }
    }
  }

  @Test
  @Tag("O4")
  void cancelOfADerivedFutureInTheWaitLeavesNoTimer() throws Exception {
    try (var server = WireServer.replying(LATER)) {
      CompletableFuture<?> derived =
          client
              .sendAsync(get(server), BodyHandlers.ofString())
              .thenApply(HttpResponse::body)
              .thenApply(String::length);
      time.awaitLongWait();
      derived.cancel(false);
      time.awaitNonePending();
    }
  }

  @Test
  @Tag("O4")
  @Tag("T4")
  void timeLimitOfTheCallersFutureEndsTheWait() throws Exception {
    try (var server = WireServer.replying(LATER)) {
      CompletableFuture<?> call = client.sendAsync(get(server), BodyHandlers.ofString());
      time.awaitLongWait();
      call = call.orTimeout(1, TimeUnit.MILLISECONDS);
      assertThatThrownBy(call::get).hasCauseInstanceOf(TimeoutException.class);
      time.awaitNonePending();
      assertThat(server.seen()).hasSize(1);
    }
  }
}
