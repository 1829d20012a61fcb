package dev.heed.conformance;

import static dev.heed.conformance.Mode.ASYNC_HTTP_1_1;
import static dev.heed.conformance.Mode.ASYNC_HTTP_2;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_1_1;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_2;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.retry.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** Rules W1, W2, W4, W6 and W7: when, as the server measures it. */
abstract class WaitingRules extends Rules {

  private static final int SEVERAL = 40;
  private static final int MANY = 200;

  @Tag("W2")
  @InEveryMode
  void noRetryArrivesBeforeItsHint(Trial trial) {
    List<Integer> hints = List.of(1, 2, 3, 5, 8, 13, 21, 34, 55);
    List<Reply> script = new ArrayList<>(hints.stream().map(WaitingRules::asksFor).toList());
    script.add(Reply.ok("good"));
    WireServer server = trial.server(script.toArray(Reply[]::new));
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(hints.size())));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    for (int i = 0; i < hints.size(); i++) {
      notEarlier(server, i + 1, Duration.ofMillis(hints.get(i)));
    }
  }

  @Tag("W2")
  @InEveryMode
  void manyCallsAtOnceAreNotEarlyEither(Trial trial) {
    int asked = 25;
    Set<String> known = ConcurrentHashMap.newKeySet();
    WireServer server =
        trial.server(
            wire -> {
              boolean first = known.add(wire.request().target());
              (first ? asksFor(asked) : Reply.ok("good")).on(wire);
            });
    Subject client = trial.client();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < SEVERAL; i++) {
      calls.add(trial.start(client, Trial.get(server.uri("/" + i))));
    }
    calls.forEach(call -> assertEquals("good", call.result().text()));
    for (int i = 0; i < SEVERAL; i++) {
      String target = "/" + i;
      List<Seen> sends = server.seen().stream().filter(s -> s.target().equals(target)).toList();
      Duration waited = sends.get(1).since(sends.get(0));
      assertTrue(waited.toMillis() >= asked, () -> "early: " + waited + " for " + target);
    }
  }

  @Tag("W1")
  @InEveryMode
  void chanceNeverShortensAHint(Trial trial) {
    WireServer server = trial.server(asksFor(40), asksFor(40), asksFor(40), Reply.ok("good"));
    Subject client =
        trial.client(
            plan ->
                plan.retry(
                    retry ->
                        retry
                            .jitter(Jitter.FULL)
                            .baseDelay(Duration.ofMillis(1))
                            .hintSpread((hint, chance) -> Duration.ofMillis(5))));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    for (int i = 1; i <= 3; i++) {
      notEarlier(server, i, Duration.ofMillis(45));
    }
  }

  @Tag("W1")
  @InEveryMode
  void aHintTakesThePlaceOfTheBackoff(Trial trial) {
    WireServer server = trial.server(asksFor(1), Reply.ok("good"));
    Subject client =
        trial.client(
            plan ->
                plan.retry(retry -> retry.jitter(Jitter.NONE).baseDelay(Duration.ofSeconds(20))));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
  }

  @Tag("W4")
  @InEveryMode
  void aHintAboveMaxDelayReturnsTheResponseWithTheHint(Trial trial) {
    WireServer server = trial.server(asksFor(60_000), Reply.ok("early"));
    Result result = trial.get(server);
    assertEquals(503, result.status());
    assertEquals(List.of("60000"), result.values("Retry-After-Ms"));
    assertEquals(1, server.seen().size());
    CallReport report = CallReport.of(result.host());
    assertEquals(Optional.of(GaveUpBecause.HINT_TOO_LONG), report.gaveUpBecause());
    assertTrue(report.explanation().contains("maxDelay"), report::explanation);
  }

  @Tag("W6")
  @InEveryMode
  void aWaitThatPassesTheDeadlineIsNotStarted(Trial trial) {
    WireServer server = trial.server(asksFor(25_000), Reply.ok("late"));
    Subject client = trial.client(plan -> plan.callTimeout(Duration.ofSeconds(20)));
    Result result = trial.send(client, Trial.get(server.uri()));
    assertEquals(503, result.status());
    assertEquals(1, server.seen().size());
    assertEquals(Optional.of(GaveUpBecause.DEADLINE), CallReport.of(result.host()).gaveUpBecause());
  }

  @Tag("W6")
  @InEveryMode
  void aBackoffThatPassesTheDeadlineRaisesTheFailureAtOnce(Trial trial) {
    WireServer server = trial.server(Reply.reset(), Reply.ok("late"));
    Subject client =
        trial.client(
            plan ->
                plan.callTimeout(Duration.ofSeconds(20))
                    .retry(r -> r.jitter(Jitter.NONE).baseDelay(Duration.ofSeconds(25))));
    Throwable failure = trial.start(client, Trial.keyed(server.uri())).failure();
    assertEquals(1, server.seen().size());
    assertEquals(Optional.of(GaveUpBecause.DEADLINE), Failures.report(failure).gaveUpBecause());
  }

  @Tag("W7")
  @InEveryMode({ASYNC_HTTP_1_1, ASYNC_HTTP_2})
  void waitingHoldsNoThread(Trial trial) throws InterruptedException {
    WireServer server = trial.server(asksFor(20_000));
    CountDownLatch waits = new CountDownLatch(MANY);
    Subject client = trial.client(plan -> plan.listener(counting(waits)));
    Set<Thread> before = Threads.ofClients();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      calls.add(trial.start(client, Trial.get(server.uri())));
    }
    assertTrue(waits.await(10, TimeUnit.SECONDS), () -> waits.getCount() + " calls do not wait");
    Threads.awaitAtMostBusy(MANY / 2, before, "while " + MANY + " calls wait");
    calls.forEach(Call::cancel);
  }

  private static CallListener counting(CountDownLatch waits) {
    return new CallListener() {
      @Override
      public void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {
        waits.countDown();
      }
    };
  }

  @Tag("W7")
  @InEveryMode({BLOCKING_HTTP_1_1, BLOCKING_HTTP_2})
  void anInterruptEndsAWaitAndStaysVisible(Trial trial) {
    WireServer server = trial.server(asksFor(20_000), Reply.ok("never"));
    Call call = trial.start(trial.client(), Trial.get(server.uri()));
    server.awaitAnswered(1);
    Throwable failure = call.cancel().failure();
    assertTrue(call.interruptKept(), "the interrupt was swallowed");
    assertEquals(1, server.seen().size());
    assertEquals(Optional.of(GaveUpBecause.INTERRUPTED), Failures.report(failure).gaveUpBecause());
  }

  @Tag("W7")
  @Tag("R4")
  @InEveryMode({BLOCKING_HTTP_1_1, BLOCKING_HTTP_2})
  void anInterruptEndsAnAttemptAndStaysVisible(Trial trial) {
    WireServer server = trial.server(Reply.stall(), Reply.ok("never"));
    Call call = trial.start(trial.client(), Trial.get(server.uri()));
    server.awaitSeen(1);
    call.cancel().failure();
    assertTrue(call.interruptKept(), "the interrupt was swallowed");
    server.awaitCancelled(1);
    assertEquals(1, server.seen().size());
  }

  @Tag("W7")
  @Tag("R4")
  @InEveryMode({BLOCKING_HTTP_1_1, BLOCKING_HTTP_2})
  void anInterruptEndsABodyAndStaysVisible(Trial trial) {
    Reply stalled = Reply.head(200, "Content-Length: 8").body("half").thenStall();
    WireServer server = trial.server(stalled, Reply.ok("never"));
    Call call = trial.start(trial.client(), Trial.get(server.uri()));
    server.awaitAnswered(1);
    call.cancel().failure();
    assertTrue(call.interruptKept(), "the interrupt was swallowed");
    server.awaitCancelled(1);
    assertEquals(1, server.seen().size());
  }

  @Tag("W7")
  @InEveryMode({BLOCKING_HTTP_1_1, BLOCKING_HTTP_2})
  void anInterruptedThreadSendsNothing(Trial trial) {
    WireServer server = trial.server(Reply.ok("never"));
    Call call = trial.startInterrupted(trial.client(), Trial.get(server.uri()));
    call.failure();
    assertTrue(call.interruptKept(), "the interrupt was swallowed");
    assertEquals(0, server.seen().size());
  }

  static Reply asksFor(int millis) {
    return Reply.of(503, "busy", "Retry-After-Ms: " + millis);
  }

  private static void notEarlier(WireServer server, int number, Duration asked) {
    Duration waited = server.seen(number + 1).since(server.seen(number));
    assertTrue(
        waited.compareTo(asked) >= 0,
        () -> "retry " + number + " came after " + waited + ", asked for was " + asked);
  }
}
