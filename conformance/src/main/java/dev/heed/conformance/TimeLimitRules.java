package dev.heed.conformance;

import static dev.heed.conformance.Capability.REQUEST_TIMEOUTS;
import static dev.heed.conformance.Capability.STREAMED_RESPONSES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.CallTimeoutException;
import dev.heed.retry.Jitter;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;

/** Rules T1 to T4: what a time limit covers, and what it frees. */
abstract class TimeLimitRules extends Rules {

  /** What a call may take beyond its limit: the machine does other things meanwhile. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private static final Reply STALLED_BODY =
      Reply.head(200, "Content-Length: 8").body("half").thenStall();

  @Tag("T1")
  @Tag("T3")
  @Tag("T4")
  @InEveryMode
  void theCallTimeoutEndsAnAttemptAndFreesItsConnection(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.stall());
    Subject client = trial.client(plan -> plan.callTimeout(limit));
    Call call = trial.start(client, Trial.get(server.uri()));
    timedOut(call, limit, "Heed.callTimeout");
    server.awaitCancelled(1);
    assertEquals(1, server.seen().size());
  }

  @Tag("T1")
  @Tag("T3")
  @InEveryMode
  void theCallTimeoutCoversABodyThatIsCollected(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(STALLED_BODY);
    Subject client = trial.client(plan -> plan.callTimeout(limit));
    timedOut(trial.start(client, Trial.get(server.uri())), limit, "Heed.callTimeout");
    server.awaitCancelled(1);
  }

  @Tag("T1")
  @InEveryMode
  void theCallTimeoutCoversAllAttemptsAndTheWaitsBetweenThem(Trial trial) {
    WireServer server = trial.server(WaitingRules.asksFor(40));
    Duration limit = Duration.ofMillis(300);
    Subject client =
        trial.client(plan -> plan.callTimeout(limit).retry(retry -> retry.maxRetries(1_000)));
    Call call = trial.start(client, Trial.get(server.uri()));
    assertTrue(call.took().compareTo(limit.plus(SLACK)) < 0, () -> "took " + call.took());
    // Whether the last attempt is cut or the next wait does not fit, is up to the machine.
    assertEquals(Optional.of(GaveUpBecause.DEADLINE), call.report().gaveUpBecause());
    assertTrue(server.seen().size() <= 8, () -> server.seen().size() + " sends of 40 ms in 300");
  }

  @Tag("T1")
  @InEveryMode(needs = REQUEST_TIMEOUTS)
  void theTimeoutOfARequestBoundsItsWholeCall(Trial trial) {
    Duration limit = trial.limit().multipliedBy(2); // for two sends
    WireServer server = trial.server(Reply.busy(), STALLED_BODY);
    Call call = trial.start(trial.client(), Trial.get(server.uri()).timeout(limit));
    timedOut(call, limit, "the timeout of the request");
    server.awaitCancelled(2);
  }

  @Tag("T1")
  @InEveryMode(needs = REQUEST_TIMEOUTS)
  void theTimeoutOfARequestBoundsEachAttemptOnRequest(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.stall(), WaitingRules.asksFor(100), Reply.ok("good"));
    Subject client = trial.client(plan -> plan.requestTimeoutCovers(RequestTimeoutCovers.ATTEMPT));
    assertEquals("good", trial.send(client, Trial.get(server.uri()).timeout(limit)).text());
    server.awaitCancelled(1);
  }

  @Tag("T2")
  @Tag("T3")
  @InEveryMode
  void anAttemptThatTakesTooLongIsFreedAndTriedAgain(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.stall(), Reply.ok("good"));
    Subject client = trial.client(plan -> plan.attemptTimeout(limit));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    server.awaitCancelled(1);
    assertEquals(2, server.seen().size());
  }

  @Tag("T2")
  @InEveryMode
  void theAttemptTimeoutCoversABodyThatIsCollected(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(STALLED_BODY, Reply.ok("good"));
    Subject client = trial.client(plan -> plan.attemptTimeout(limit));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    server.awaitCancelled(1);
  }

  @Tag("T2")
  @InEveryMode(needs = STREAMED_RESPONSES)
  void theAttemptTimeoutEndsWithTheHeadOfAStream(Trial trial) throws IOException {
    Duration limit = trial.limit();
    WireServer server =
        trial.server(
            wire -> {
              wire.readBody().head(200, "Content-Length: 8").body("half");
              // The limit has passed when this many milliseconds have.
              wire.isGoneWithin(limit.multipliedBy(2));
              wire.body("more").end();
            });
    Subject client = trial.client(plan -> plan.attemptTimeout(limit));
    Result result = trial.send(client, Trial.get(server.uri()).streamed());
    assertEquals("halfmore", Bodies.read(result));
  }

  @Tag("T2")
  @InEveryMode
  void theAttemptTimeoutCoversTheStagesOfTheAttempt(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.ok("good"));
    Stage stuckAtFirst =
        request -> request.attempt() == 1 ? new CompletableFuture<>() : Stage.done();
    Subject client = trial.client(plan -> plan.attemptTimeout(limit).perAttempt(stuckAtFirst));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    assertEquals(1, server.seen().size());
  }

  @Tag("T2")
  @InEveryMode
  void anAttemptThatTakesTooLongHasAnExceptionOfItsOwn(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.stall());
    Subject client =
        trial.client(plan -> plan.attemptTimeout(limit).retry(retry -> retry.maxRetries(1)));
    Throwable failure = trial.start(client, Trial.get(server.uri())).failure();
    Failures.require(failure, AttemptTimeoutException.class);
    assertEquals(2, Failures.report(failure).sends());
  }

  @Tag("T2")
  @InEveryMode
  void anAttemptHasNoMoreTimeThanIsLeftOfTheCall(Trial trial) {
    Duration limit = trial.limit().multipliedBy(2); // for two sends
    WireServer server = trial.server(WaitingRules.asksFor(100), Reply.stall());
    Subject client =
        trial.client(
            plan -> plan.callTimeout(limit.plusMillis(100)).attemptTimeout(limit.plusMillis(99)));
    Call call = trial.start(client, Trial.get(server.uri()));
    timedOut(call, limit.plusMillis(100), "Heed.callTimeout");
    assertEquals(2, server.seen().size());
  }

  @Tag("T4")
  @InEveryMode
  void aTimeoutOfTheCallIsNotRetried(Trial trial) {
    Duration limit = trial.limit();
    WireServer server = trial.server(Reply.stall());
    Subject client =
        trial.client(
            plan ->
                plan.callTimeout(limit)
                    .retry(retry -> retry.jitter(Jitter.NONE).baseDelay(Duration.ZERO)));
    timedOut(trial.start(client, Trial.get(server.uri())), limit, "Heed.callTimeout");
    assertEquals(1, server.seen().size());
  }

  private static void timedOut(Call call, Duration limit, String source) {
    Throwable failure = call.failure();
    String message = Failures.require(failure, CallTimeoutException.class).toString();
    assertTrue(message.contains(source), message);
    assertTrue(call.took().compareTo(limit.plus(SLACK)) < 0, () -> "took " + call.took());
    assertEquals(Optional.of(GaveUpBecause.DEADLINE), Failures.report(failure).gaveUpBecause());
  }
}
