package dev.heed.conformance;

import static dev.heed.conformance.Mode.ASYNC_HTTP_1_1;
import static dev.heed.conformance.Mode.ASYNC_HTTP_2;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_1_1;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_2;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;

/** Rule O8 and what else happens below an attempt: hops, early heads, connections that end. */
abstract class ConnectionRules extends Rules {

  @Tag("O8")
  @InEveryMode
  void aHopIsNotAnAttempt(Trial trial) {
    WireServer server = trial.server(Reply.redirect(302, "/b"), Reply.ok("good"));
    Result result = trial.send(trial.client(), Trial.get(server.uri("/a")));
    assertEquals("good", result.text());
    assertEquals(List.of("/a", "/b"), targets(server));
    assertEquals(1, CallReport.of(result.host()).sends());
  }

  @Tag("O8")
  @InEveryMode
  void aRetryStartsAgainAtTheOriginalPlace(Trial trial) {
    Subject client = trial.client();
    for (int status : List.of(307, 308)) {
      Reply hop = Reply.redirect(status, "/b");
      WireServer server = trial.server(hop, Reply.busy(), hop, Reply.ok("good"));
      Result result = trial.send(client, Trial.keyed(server.uri("/a")));
      assertEquals("good", result.text());
      assertEquals(List.of("/a", "/b", "/a", "/b"), targets(server));
      assertEquals(List.of("order", "order", "order", "order"), server.bodies());
      assertEquals(2, CallReport.of(result.host()).sends());
    }
  }

  @Tag("O8")
  @InEveryMode
  void noHintIsTakenFromAHop(Trial trial) {
    Reply hop = Reply.of(302, "", "Location: /b", "Retry-After-Ms: 25000");
    WireServer server = trial.server(hop, Reply.of(503, ""), hop, Reply.ok("good"));
    Result result = trial.send(trial.client(), Trial.get(server.uri("/a")));
    assertEquals("good", result.text());
    assertEquals(2, CallReport.of(result.host()).sends());
  }

  @Tag("O8")
  @InEveryMode
  void aHopToAnotherPlaceIsFollowedAndRetriedFromTheFirst(Trial trial) {
    WireServer other = trial.server(Reply.busy(), Reply.ok("good"));
    WireServer server = trial.server(Reply.redirect(302, other.uri("/b").toString()));
    assertEquals("good", trial.send(trial.client(), Trial.get(server.uri("/a"))).text());
    assertEquals(List.of("/a", "/a"), targets(server));
    assertEquals(List.of("/b", "/b"), targets(other));
  }

  @Tag("R1")
  @InEveryMode
  void anEarlyHeadIsNoAnswer(Trial trial) {
    Reply early = Reply.informational(103, "Link: </style.css>; rel=preload");
    WireServer server =
        trial.server(early.then(Reply.busy()), early.then(early).then(Reply.ok("good")));
    Result result = trial.get(server);
    assertEquals("good", result.text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R1")
  @InEveryMode({BLOCKING_HTTP_1_1, ASYNC_HTTP_1_1})
  void aConnectionThatWasClosedBetweenCallsIsReplaced(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"));
    Subject client = trial.client();
    for (int i = 1; i <= 5; i++) {
      assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
      server.closeAfter(i);
    }
    assertEquals(5, server.seen().size());
    assertEquals(5, server.connections());
  }

  @Tag("R3")
  @InEveryMode({BLOCKING_HTTP_1_1, ASYNC_HTTP_1_1})
  void aPostOnAConnectionThatEndsIsNeverSentTwice(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"), Reply.close(), Reply.ok("again"));
    Subject client = trial.client();
    trial.send(client, Trial.get(server.uri()));
    trial.start(client, Trial.post(server.uri(), "order")).failure();
    assertEquals(2, server.seen().size());
  }

  @Tag("R1")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aGoodbyeAfterAnAnswerLosesNothing(Trial trial) {
    WireServer server = trial.server(Reply.ok("good").thenGoAway());
    Subject client = trial.client();
    for (int i = 1; i <= 5; i++) {
      assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
      server.awaitDone(i);
    }
    assertEquals(5, server.seen().size());
    assertEquals(5, server.connections());
  }

  @Tag("R1")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aGoodbyeBeforeTheAnswerLosesNothing(Trial trial) {
    WireServer server =
        trial.server(
            wire -> wire.readBody().goAway(wire.request().stream()).head(200).body("good").end());
    assertEquals("good", trial.get(server).text());
    assertEquals(1, server.seen().size());
  }

  /** Some hosts lose a request that meets a goodbye, so that only a limit ends its call. */
  @Tag("T1")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void noCallOutlastsItsLimitWhereAGoodbyeMeetsARequest(Trial trial) {
    AtomicInteger requests = new AtomicInteger();
    Reply good = Reply.ok("good");
    WireServer server =
        trial.server(
            wire -> (requests.incrementAndGet() % 3 == 0 ? good.thenGoAway() : good).on(wire));
    Subject client = trial.client(plan -> plan.callTimeout(Duration.ofSeconds(2)));
    for (int round = 0; round < 10; round++) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(trial.start(client, Trial.get(server.uri())));
      }
      calls.forEach(Call::awaitEnd);
    }
  }

  @Tag("C1")
  @InEveryMode
  void eachAttemptHasItsOwnNumberHoweverManyHopsItTakes(Trial trial) {
    WireServer server =
        trial.server(
            Reply.redirect(302, "/b"), Reply.busy(), Reply.redirect(302, "/b"), Reply.ok("good"));
    Subject client = trial.client(plan -> plan.perAttempt(Stages.attemptNumber("X-Retry")));
    trial.send(client, Trial.get(server.uri("/a")));
    assertEquals(List.of("1"), server.seen(3).values("X-Retry"));
    assertEquals(List.of(), server.seen(1).values("X-Retry"));
  }

  private static List<String> targets(WireServer server) {
    return server.seen().stream().map(Seen::target).toList();
  }
}
