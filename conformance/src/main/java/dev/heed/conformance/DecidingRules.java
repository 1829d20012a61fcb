package dev.heed.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.RetryMethods;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Rules R1, R3, R6: which responses, which requests, how often. */
abstract class DecidingRules extends Rules {

  private static final String HINT = "Retry-After-Ms: 1";

  @Tag("R1")
  @InEveryMode
  void statusesOfPassingTroubleAreRetried(Trial trial) {
    Subject client = trial.client();
    for (int status : List.of(408, 429, 500, 502, 503, 504)) {
      WireServer server = trial.server(Reply.of(status, "trouble"), Reply.ok("good"));
      assertEquals("good", trial.send(client, Trial.get(server.uri())).text(), () -> "" + status);
      assertEquals(2, server.seen().size(), () -> "sends after a " + status);
    }
  }

  @Tag("R1")
  @InEveryMode
  void otherStatusesAreReturnedAsTheyCame(Trial trial) {
    Subject client = trial.client();
    for (int status : List.of(200, 202, 400, 403, 404, 409, 410, 422, 501, 505, 529)) {
      WireServer server = trial.server(Reply.of(status, "said once"), Reply.ok("again"));
      Result result = trial.send(client, Trial.get(server.uri()));
      assertEquals(status + " \"said once\"", result.toString());
      assertEquals(1, server.seen().size(), () -> "sends after a " + status);
    }
  }

  @Tag("R1")
  @InEveryMode
  void someStatusesAreRetriedWithAHintOnly(Trial trial) {
    Subject client = trial.client();
    for (int status : List.of(403, 529)) {
      WireServer server = trial.server(Reply.of(status, "trouble", HINT), Reply.ok("good"));
      assertEquals("good", trial.send(client, Trial.get(server.uri())).text(), () -> "" + status);
    }
  }

  @Tag("R1")
  @InEveryMode
  void aHintAloneIsNoReasonToRetry(Trial trial) {
    Subject client = trial.client();
    for (int status : List.of(200, 404, 501)) {
      WireServer server = trial.server(Reply.of(status, "said once", HINT), Reply.ok("again"));
      assertEquals(status, trial.send(client, Trial.get(server.uri())).status());
      assertEquals(1, server.seen().size(), () -> "sends after a " + status + " with a hint");
    }
  }

  @Tag("R3")
  @InEveryMode
  void safeMethodsAreSentAgain(Trial trial) {
    Subject client = trial.client();
    for (String method : List.of("GET", "HEAD", "OPTIONS")) {
      WireServer server = trial.server(Reply.busy(), Reply.ok(""));
      Result result = trial.send(client, RequestSpec.builder(method, server.uri()));
      assertEquals(200, result.status(), method);
      assertEquals(List.of(method, method), server.seen().stream().map(s -> s.method()).toList());
    }
  }

  @Tag("R3")
  @InEveryMode
  void unsafeMethodsAreSentOnce(Trial trial) {
    Subject client = trial.client();
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      WireServer server = trial.server(Reply.busy(), Reply.ok("again"));
      RequestSpec.Builder request =
          RequestSpec.builder(method, server.uri()).body(Body.text("order"));
      assertEquals(503, trial.send(client, request).status(), method);
      assertEquals(1, server.seen().size(), method);
    }
  }

  @Tag("R3")
  @InEveryMode
  void aPostWhoseAnswerIsLostIsSentOnce(Trial trial) {
    WireServer server = trial.server(Reply.reset(), Reply.ok("again"));
    trial.start(trial.client(), Trial.post(server.uri(), "order")).failure();
    assertEquals(1, server.seen().size());
  }

  @Tag("R3")
  @InEveryMode
  void aPostWithAnIdempotencyKeyIsSentAgainWithTheSameKey(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    RequestSpec.Builder request =
        Trial.post(server.uri(), "order").header("Idempotency-Key", "k-1");
    assertEquals("good", trial.send(trial.client(), request).text());
    assertEquals(3, server.seen().size());
    server.seen().forEach(s -> assertEquals(List.of("k-1"), s.values("Idempotency-Key")));
  }

  @Tag("R3")
  @InEveryMode
  void aStageVouchesForAServerThatRemovesDuplicates(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
    Subject client = trial.client(plan -> plan.perCall(Stages.deduplicatedByServer()));
    assertEquals("good", trial.send(client, Trial.post(server.uri(), "order")).text());
    List<String> key = server.seen(1).values("Idempotency-Key");
    assertEquals(1, key.size());
    assertEquals(key, server.seen(2).values("Idempotency-Key"));
  }

  @Tag("R3")
  @InEveryMode
  void idempotentMethodsAreSentAgainOnRequest(Trial trial) {
    Subject client =
        trial.client(plan -> plan.retry(retry -> retry.methods(RetryMethods.idempotent())));
    for (String method : List.of("PUT", "DELETE")) {
      WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
      assertEquals(
          200, trial.send(client, RequestSpec.builder(method, server.uri())).status(), method);
    }
    WireServer server = trial.server(Reply.busy(), Reply.ok("again"));
    assertEquals(503, trial.send(client, Trial.post(server.uri(), "order")).status());
  }

  @Tag("R3")
  @InEveryMode
  void aThrottledPostIsSentAgainOnRequest(Trial trial) {
    Subject client = trial.client(plan -> plan.retry(retry -> retry.throttledAnyMethod(true)));
    WireServer hinted = trial.server(Reply.of(429, "", HINT), Reply.ok("good"));
    assertEquals(200, trial.send(client, Trial.post(hinted.uri(), "order")).status());
    WireServer bare = trial.server(Reply.of(429, ""), Reply.ok("again"));
    assertEquals(429, trial.send(client, Trial.post(bare.uri(), "order")).status());
    WireServer broken = trial.server(Reply.of(500, "", HINT), Reply.ok("again"));
    assertEquals(500, trial.send(client, Trial.post(broken.uri(), "order")).status());
  }

  @Tag("R3")
  @InEveryMode
  void theReasonNamesTheOptionThatWouldAllowTheMethod(Trial trial) {
    WireServer server = trial.server(Reply.busy());
    Result result = trial.send(trial.client(), Trial.post(server.uri(), "order"));
    CallReport report = CallReport.of(result.host());
    assertEquals(Optional.of(GaveUpBecause.METHOD), report.gaveUpBecause());
    assertTrue(report.explanation().contains("RetryPolicy.methods"), report::explanation);
  }

  @Tag("R6")
  @InEveryMode
  void threeRetriesAreMadeByDefault(Trial trial) {
    WireServer server = trial.server(Reply.busy());
    assertEquals(503, trial.get(server).status());
    assertEquals(4, server.seen().size());
  }

  @Tag("R6")
  @InEveryMode
  void maxRetriesCountsTheAttemptsAfterTheFirst(Trial trial) {
    WireServer server = trial.server(Reply.busy());
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(1)));
    assertEquals(503, trial.send(client, Trial.get(server.uri())).status());
    assertEquals(2, server.seen().size());
  }

  @Tag("R6")
  @InEveryMode
  void withoutRetriesTheHostGetsTheVerySameRequest(Trial trial) throws Exception {
    assertTrue(
        trial
            .adapter()
            .handsOverTheSameRequest(
                Trial.plan(plan -> plan.retry(retry -> retry.maxRetries(0))), trial.mode()));
  }

  @Tag("R6")
  @InEveryMode(needs = Capability.ONE_SHOT_BODIES)
  void withoutRetriesNoBodyIsKept(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"));
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(0)));
    RequestSpec.Builder request =
        RequestSpec.builder("POST", server.uri())
            .header("Idempotency-Key", "k-1")
            .body(Body.oneShot(Bodies.of("order")));
    assertEquals("good", trial.send(client, request).text());
    assertEquals("order", server.seen(1).text());
    assertFalse(server.seen(1).has("Content-Length"), "the length was known, so it was read first");
  }
}
