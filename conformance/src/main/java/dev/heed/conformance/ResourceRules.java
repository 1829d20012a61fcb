package dev.heed.conformance;

import static dev.heed.conformance.Mode.ASYNC_HTTP_1_1;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_1_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;

/** Rule O1: what failed attempts leave behind, which is nothing. */
abstract class ResourceRules extends Rules {

  /** Rule O1's time for draining a body that is not wanted. */
  private static final Duration DRAIN = Duration.ofMillis(250);

  /** A machine that does other things meanwhile. */
  private static final Duration SLACK = Duration.ofSeconds(2);

  private static final int TRIES = 5;

  @Tag("O1")
  @InEveryMode
  void theConnectionOfASmallErrorIsUsedAgain(Trial trial) {
    WireServer server =
        trial.server(
            Reply.of(503, ""), Reply.of(503, "x".repeat(60_000)), Reply.busy(), Reply.ok("good"));
    assertEquals("good", trial.get(server).text());
    assertEquals(1, server.connections());
  }

  @Tag("O1")
  @InEveryMode
  void anEndlessErrorIsCut(Trial trial) {
    WireServer server = trial.server(Reply.head(503).thenEndless(), Reply.ok("good"));
    assertEquals("good", trial.get(server).text());
    server.awaitCancelled(1);
    assertWithin(DRAIN.plus(SLACK), server.seen(2).since(server.seen(1)));
  }

  @Tag("O1")
  @InEveryMode
  void anErrorThatTricklesIsCut(Trial trial) {
    WireServer server =
        trial.server(Reply.head(503).thenTrickle(Duration.ofMillis(20)), Reply.ok("good"));
    assertEquals("good", trial.get(server).text());
    server.awaitCancelled(1);
    assertWithin(DRAIN.plus(SLACK), server.seen(2).since(server.seen(1)));
  }

  @Tag("O1")
  @InEveryMode
  void anErrorThatIsTooLongIsNotReadAtAll(Trial trial) {
    Subject client = trial.client();
    Duration best =
        best(
            DRAIN,
            () -> {
              Reply tooLong = Reply.head(503, "Content-Length: 5000000").body("x").thenStall();
              WireServer server = trial.server(tooLong, Reply.ok("good"));
              assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
              server.awaitCancelled(1);
              return server.seen(2).since(server.seen(1));
            });
    assertWithin(DRAIN, best);
  }

  @Tag("O1")
  @InEveryMode
  void anErrorIsReadUpTo64KiBAndNoFurther(Trial trial) {
    Subject client = trial.client();
    Duration best =
        best(
            DRAIN,
            () -> {
              Reply longer = Reply.head(503).body("x".repeat(80 << 10)).thenStall();
              WireServer server = trial.server(longer, Reply.ok("good"));
              assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
              server.awaitCancelled(1);
              return server.seen(2).since(server.seen(1));
            });
    assertWithin(DRAIN, best);
  }

  @Tag("O1")
  @Tag("W2")
  @InEveryMode
  void theTimeForDrainingCountsAsWaiting(Trial trial) {
    Subject client = trial.client();
    Duration best =
        best(
            DRAIN.plusMillis(300),
            () -> {
              Reply stalled = Reply.head(503, "Retry-After-Ms: 300").body("x").thenStall();
              WireServer server = trial.server(stalled, Reply.ok("good"));
              assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
              return server.seen(2).since(server.seen(1));
            });
    assertWithin(DRAIN.plusMillis(300), best);
    assertTrue(best.toMillis() >= 300, () -> "early: " + best);
  }

  @Tag("O1")
  @InEveryMode
  void aThousandFailedAttemptsLeaveNothingBehind(Trial trial) {
    WireServer server = trial.server(Reply.of(503, "busy"));
    Subject client =
        trial.client(plan -> plan.retry(r -> r.maxRetries(99).maxDelay(Duration.ofMillis(1))));
    trial.send(client, Trial.get(server.uri()));
    Set<Thread> before = Threads.ofClients();
    for (int i = 1; i < 10; i++) {
      assertEquals(503, trial.send(client, Trial.get(server.uri())).status());
    }
    assertEquals(1_000, server.seen().size());
    assertEquals(1, server.connections());
    Threads.awaitAtMostBusy(2, before, "after 1,000 attempts");
    Threads.awaitAtMostNew(50, before, "after 1,000 attempts");
  }

  @Tag("O1")
  @InEveryMode
  void brokenConnectionsLeaveNothingBehind(Trial trial) {
    WireServer server =
        trial.server(
            inTurn(
                Reply.head(503).thenEndless(),
                Reply.reset(),
                Reply.head(503, "Content-Length: 8").body("half").thenClose(),
                Reply.close(),
                Reply.head(503, "Content-Length: 8").body("half").thenReset()));
    Subject client =
        trial.client(plan -> plan.retry(r -> r.maxRetries(21).maxDelay(Duration.ofMillis(2))));
    trial.start(client, Trial.keyed(server.uri())).failure();
    assertEquals(22, server.seen().size());
    server.awaitOpen(1);
  }

  @Tag("O1")
  @InEveryMode({BLOCKING_HTTP_1_1, ASYNC_HTTP_1_1})
  void callsAtOnceKeepNoMoreConnectionsThanTheyNeed(Trial trial) {
    int many = 20;
    WireServer server = trial.server(Reply.of(503, "busy", "Retry-After-Ms: 1"));
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(10)));
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      calls.add(trial.start(client, Trial.get(server.uri())));
    }
    calls.forEach(call -> assertEquals(503, call.result().status()));
    assertEquals(11 * many, server.seen().size());
    assertTrue(
        server.connections() <= 2 * many,
        () -> server.connections() + " connections for " + many + " calls");
  }

  private static Reply inTurn(Reply... replies) {
    AtomicInteger next = new AtomicInteger();
    return wire -> replies[next.getAndIncrement() % replies.length].on(wire);
  }

  private interface Measured {
    Duration once();
  }

  /** The first time that keeps a limit, or the best of some: a pause of the machine is no fault. */
  private static Duration best(Duration limit, Measured measured) {
    Duration best = measured.once();
    for (int i = 1; i < TRIES && best.compareTo(limit) >= 0; i++) {
      Duration took = measured.once();
      best = took.compareTo(best) < 0 ? took : best;
    }
    return best;
  }

  private static void assertWithin(Duration limit, Duration took) {
    assertTrue(took.compareTo(limit) < 0, () -> "took " + took + ", and at most " + limit);
  }
}
