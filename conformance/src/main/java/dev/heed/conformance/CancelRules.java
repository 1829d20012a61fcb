package dev.heed.conformance;

import static dev.heed.conformance.Mode.ASYNC_HTTP_1_1;
import static dev.heed.conformance.Mode.ASYNC_HTTP_2;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.retry.CallTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;

/** Rule O4: the caller wants no more. */
abstract class CancelRules extends Rules {

  @Tag("O4")
  @InEveryMode({ASYNC_HTTP_1_1, ASYNC_HTTP_2})
  void aCancelStopsAnAttemptOnTheWire(Trial trial) throws Exception {
    Ending ending = new Ending();
    WireServer server = trial.server(Reply.stall(), Reply.ok("never"));
    Subject client = trial.client(plan -> plan.listener(ending));
    Call call = trial.start(client, Trial.get(server.uri()));
    server.awaitSeen(1);
    call.cancel();
    server.awaitCancelled(1);
    assertEquals(Optional.of(GaveUpBecause.CANCELLED), ending.report().gaveUpBecause());
    assertEquals(1, server.seen().size());
  }

  @Tag("O4")
  @InEveryMode({ASYNC_HTTP_1_1, ASYNC_HTTP_2})
  void aCancelStopsABodyOnTheWire(Trial trial) {
    WireServer server =
        trial.server(
            Reply.head(200, "Content-Length: 8000000").body("first").thenStall(),
            Reply.ok("never"));
    Call call = trial.start(trial.client(), Trial.get(server.uri()));
    server.awaitAnswered(1);
    call.cancel();
    server.awaitCancelled(1);
    assertEquals(1, server.seen().size());
  }

  @Tag("O4")
  @InEveryMode({ASYNC_HTTP_1_1, ASYNC_HTTP_2})
  void aCancelEndsAWaitAndNothingIsSentAnyMore(Trial trial) throws Exception {
    Ending ending = new Ending();
    WireServer server = trial.server(WaitingRules.asksFor(100));
    Subject client =
        trial.client(plan -> plan.listener(ending).retry(retry -> retry.maxRetries(2)));
    Call call = trial.start(client, Trial.get(server.uri("/cancelled")));
    ending.awaitWait();
    call.cancel();
    assertEquals(Optional.of(GaveUpBecause.CANCELLED), ending.report().gaveUpBecause());
    // This one outlasts the wait that was cancelled, twice.
    assertEquals(503, trial.send(client, Trial.get(server.uri("/other"))).status());
    assertEquals(1, server.seen().stream().filter(s -> s.target().equals("/cancelled")).count());
  }

  @Tag("O4")
  @Tag("T4")
  @InEveryMode({ASYNC_HTTP_1_1, ASYNC_HTTP_2})
  void aCancelIsNeverATimeout(Trial trial) throws Exception {
    Ending ending = new Ending();
    WireServer server = trial.server(Reply.stall());
    Subject client =
        trial.client(
            plan ->
                plan.listener(ending)
                    .callTimeout(Duration.ofSeconds(60))
                    .attemptTimeout(Duration.ofSeconds(30)));
    Call call = trial.start(client, Trial.get(server.uri()));
    server.awaitSeen(1);
    call.cancel();
    Throwable failure = ending.report().failure().orElseThrow();
    assertTrue(Failures.find(failure, CallTimeoutException.class).isEmpty(), failure::toString);
    assertTrue(Failures.find(failure, HttpTimeoutException.class).isEmpty(), failure::toString);
  }

  /** Tells a test what became of a call that nobody waits for any more. */
  private static final class Ending implements CallListener {

    private static final int PATIENCE_SECONDS = 10;

    private final CompletableFuture<CallReport> report = new CompletableFuture<>();
    private final CompletableFuture<Boolean> waits = new CompletableFuture<>();

    @Override
    public void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {
      waits.complete(true);
    }

    @Override
    public void callEnded(CallInfo call, CallReport ended) {
      report.complete(ended);
    }

    void awaitWait() throws ExecutionException, InterruptedException, TimeoutException {
      waits.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    CallReport report() throws ExecutionException, InterruptedException, TimeoutException {
      return report.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
