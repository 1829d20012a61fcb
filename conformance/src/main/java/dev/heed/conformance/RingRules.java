package dev.heed.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;

/** Rules B1, C1 and R11: what runs how often, in which order, and for whom. */
abstract class RingRules extends Rules {

  /** Notes when it runs, under its name. */
  private record Noting(String name, List<String> notes) implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      notes.add(name + " " + request.attempt());
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      notes.add(name + " ended " + (outcome.failure().isPresent() ? "badly" : outcome.toString()));
    }
  }

  @Tag("C1")
  @InEveryMode
  void theCallRingRunsOnceAndTheAttemptRingForEachSend(Trial trial) {
    List<String> notes = new CopyOnWriteArrayList<>();
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    Subject client =
        trial.client(
            plan ->
                plan.perCall(new Noting("call", notes)).perAttempt(new Noting("attempt", notes)));
    trial.send(client, Trial.keyed(server.uri()));
    assertEquals(
        List.of(
            "call 0",
            "attempt 1",
            "attempt ended 503",
            "attempt 2",
            "attempt ended badly",
            "attempt 3",
            "attempt ended 200",
            "call ended 200"),
        notes);
  }

  @Tag("C1")
  @InEveryMode
  void theFirstStageIsTheOutermost(Trial trial) {
    List<String> notes = new CopyOnWriteArrayList<>();
    WireServer server = trial.server(Reply.ok("good"));
    Subject client =
        trial.client(
            plan ->
                plan.perAttempt(new Noting("attempt", notes))
                    .perCall(new Noting("first", notes))
                    .perCall(new Noting("second", notes)));
    trial.send(client, Trial.get(server.uri()));
    assertEquals(
        List.of(
            "first 0",
            "second 0",
            "attempt 1",
            "attempt ended 200",
            "second ended 200",
            "first ended 200"),
        notes);
  }

  @Tag("C1")
  @InEveryMode
  void theCallRingSeesTheFailureThatTheCallerSees(Trial trial) {
    List<String> notes = new CopyOnWriteArrayList<>();
    WireServer server = trial.server(Reply.reset());
    Subject client =
        trial.client(
            plan -> plan.perCall(new Noting("call", notes)).retry(retry -> retry.maxRetries(1)));
    trial.start(client, Trial.keyed(server.uri())).failure();
    assertEquals(List.of("call 0", "call ended badly"), notes);
  }

  @Tag("B1")
  @InEveryMode
  void whatAStageSetsHasOneValueOnEachAttempt(Trial trial) {
    AtomicInteger tokens = new AtomicInteger();
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    Subject client =
        trial.client(
            plan -> plan.perAttempt(Stages.bearer(() -> "token-" + tokens.incrementAndGet())));
    RequestSpec.Builder request =
        Trial.keyed(server.uri()).header("Authorization", "Basic stale").header("X-Kept", "as is");
    assertEquals("good", trial.send(client, request).text());
    for (int i = 1; i <= 3; i++) {
      Seen seen = server.seen(i);
      assertEquals(List.of("Bearer token-" + i), seen.values("Authorization"));
      assertEquals(List.of("as is"), seen.values("X-Kept"));
    }
  }

  @Tag("B1")
  @InEveryMode
  void whatAStageSetsOnOneAttemptIsGoneOnTheNext(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.busy(), Reply.ok("good"));
    Subject client = trial.client(plan -> plan.perAttempt(Stages.attemptNumber("X-Retry-Count")));
    trial.send(client, Trial.get(server.uri()));
    assertEquals(List.of(), server.seen(1).values("X-Retry-Count"));
    assertEquals(List.of("1"), server.seen(2).values("X-Retry-Count"));
    assertEquals(List.of("2"), server.seen(3).values("X-Retry-Count"));
  }

  @Tag("B1")
  @InEveryMode
  void whatTheCallRingSetsIsOnEveryAttempt(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
    Subject client =
        trial.client(
            plan ->
                plan.perCall(Stages.correlationId("X-Call"))
                    .perCall(Stage.of("strip", request -> request.removeHeader("X-Secret"))));
    trial.send(client, Trial.get(server.uri()).header("X-Secret", "s"));
    List<String> id = server.seen(1).values("X-Call");
    assertEquals(1, id.size());
    assertEquals(id, server.seen(2).values("X-Call"));
    server.seen().forEach(seen -> assertEquals(List.of(), seen.values("X-Secret")));
  }

  @Tag("C1")
  @InEveryMode
  void aStageMayAnswerInPlaceOfTheServer(Trial trial) {
    WireServer server = trial.server(Reply.ok("never"));
    Stage answers =
        Stage.of(
            "cache",
            request ->
                request.answer(
                    203,
                    Map.of("X-From", List.of("cache")),
                    "kept".getBytes(StandardCharsets.UTF_8)));
    Subject client = trial.client(plan -> plan.perCall(answers));
    Result result = trial.send(client, Trial.get(server.uri()));
    assertEquals("203 \"kept\"", result.toString());
    assertEquals(List.of("cache"), result.values("X-From"));
    assertEquals(0, server.seen().size());
  }

  @Tag("R11")
  @InEveryMode
  void aClientWithinAClientDoesNotRetryAgain(Trial trial) {
    WireServer server = trial.server(Reply.busy());
    Subject client = trial.nested(retrying(2), retrying(2));
    assertEquals(503, trial.send(client, Trial.get(server.uri())).status());
    assertEquals(3, server.seen().size());
  }

  @Tag("R11")
  @InEveryMode
  void aClientWithinAClientThatDoesNotRetryDoes(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
    Subject client = trial.nested(retrying(0), retrying(2));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R11")
  @InEveryMode
  void nothingOfThatIsSeenOnTheWire(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
    trial.send(trial.nested(retrying(2), retrying(2)), Trial.get(server.uri()));
    for (Seen seen : server.seen()) {
      assertTrue(
          seen.fields().stream().noneMatch(f -> f.toLowerCase(Locale.ROOT).contains("heed")),
          () -> "on the wire: " + seen.fields());
    }
  }

  @Tag("R11")
  @InEveryMode
  void aCallThatAStageMakesIsACallOfItsOwn(Trial trial) {
    WireServer tokens = trial.server(Reply.busy(), Reply.ok("token"));
    WireServer server = trial.server(Reply.ok("good"));
    Subject forTokens = trial.client();
    Stage bearer =
        Stages.bearerLater(
            () -> trial.sendHere(forTokens, Trial.get(tokens.uri())).thenApply(Result::text));
    Subject client = trial.client(plan -> plan.perAttempt(bearer));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    assertEquals(List.of("Bearer token"), server.seen(1).values("Authorization"));
    assertEquals(2, tokens.seen().size());
  }

  private static Heed retrying(int maxRetries) {
    return Trial.plan(plan -> plan.retry(retry -> retry.maxRetries(maxRetries)));
  }
}
