package dev.heed.conformance;

import static dev.heed.conformance.Mode.ASYNC_HTTP_2;
import static dev.heed.conformance.Mode.BLOCKING_HTTP_2;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.TestCertificate;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.retry.Jitter;
import dev.heed.stage.Stage;
import dev.heed.stage.TransientStageException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;

/** Rules R1, R4, R5 and R7 where there is no response. */
abstract class FailureRules extends Rules {

  @Tag("R1")
  @InEveryMode
  void aResetBeforeTheHeadIsRetried(Trial trial) {
    WireServer server = trial.server(Reply.reset(), Reply.ok("good"));
    assertEquals("good", trial.send(trial.client(), Trial.keyed(server.uri())).text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R1")
  @InEveryMode
  void aConnectionClosedBeforeTheHeadIsRetried(Trial trial) {
    WireServer server = trial.server(Reply.close(), Reply.ok("good"));
    assertEquals("good", trial.send(trial.client(), Trial.keyed(server.uri())).text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R1")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aStreamThatBreaksOffIsRetried(Trial trial) {
    int internalError = 2;
    WireServer server = trial.server(Reply.resetStream(internalError), Reply.ok("good"));
    assertEquals("good", trial.get(server).text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R6")
  @InEveryMode
  void theHostSendsNothingByItself(Trial trial) {
    WireServer server = trial.server(Reply.ok("first"), Reply.close());
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(1)));
    trial.send(client, Trial.get(server.uri()));
    Throwable failure = trial.start(client, Trial.get(server.uri())).failure();
    assertEquals(2, Failures.report(failure).sends());
    assertEquals(1 + 2, server.seen().size());
  }

  @Tag("R4")
  @InEveryMode
  void aCertificateThatIsNotTrustedIsNotTriedAgain(Trial trial) {
    WireServer server = trial.secureServer(TestCertificate.forHost("localhost"), Reply.ok("never"));
    Throwable failure = trial.start(trial.client(), Trial.get(server.uri())).failure();
    assertEquals(Optional.of(GaveUpBecause.CERTIFICATE), Failures.report(failure).gaveUpBecause());
    assertEquals(1, server.connections());
  }

  @Tag("R4")
  @InEveryMode
  void aCertificateOfAnotherHostIsNotTriedAgain(Trial trial) {
    TestCertificate other = TestCertificate.forHost("other.example");
    WireServer server = trial.secureServer(other, Reply.ok("never"));
    Subject client = trial.clientThatTrusts(other);
    Throwable failure = trial.start(client, Trial.get(server.uri())).failure();
    assertEquals(Optional.of(GaveUpBecause.CERTIFICATE), Failures.report(failure).gaveUpBecause());
    assertEquals(1, server.connections());
  }

  @Tag("R4")
  @InEveryMode
  void aFailureOfTheCallersResponseHandlerIsItsOwn(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"));
    IllegalStateException own = new IllegalStateException("the caller's own");
    RequestSpec.Builder request =
        Trial.get(server.uri())
            .handed(
                status -> {
                  throw own;
                });
    Throwable failure = trial.start(trial.client(), request).failure();
    assertSame(own, Failures.require(failure, IllegalStateException.class));
    assertEquals(1, server.seen().size());
  }

  @Tag("R4")
  @InEveryMode(needs = Capability.SUPPLIED_BODIES)
  void aFailureOfTheCallersBodyIsItsOwn(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"));
    AtomicInteger asked = new AtomicInteger();
    RequestSpec.Builder request =
        RequestSpec.builder("POST", server.uri())
            .header("Idempotency-Key", "k-1")
            .body(
                Body.supplied(
                    () -> {
                      asked.incrementAndGet();
                      return Bodies.failing(new IOException("the caller's own"));
                    }));
    Throwable failure = trial.start(trial.client(), request).failure();
    assertTrue(
        Failures.chain(failure).stream().anyMatch(e -> "the caller's own".equals(e.getMessage())),
        () -> "the caller's failure is not behind " + failure);
    assertEquals(1, asked.get());
  }

  @Tag("R4")
  @InEveryMode
  void aStageThatFailsEndsTheCall(Trial trial) {
    WireServer server = trial.server(Reply.ok("never"));
    IllegalStateException own = new IllegalStateException("no key");
    Stage failing =
        request -> {
          throw own;
        };
    Subject client = trial.client(plan -> plan.perAttempt(failing));
    Throwable failure = trial.start(client, Trial.get(server.uri())).failure();
    assertSame(own, Failures.require(failure, IllegalStateException.class));
    assertEquals(1, Failures.report(failure).attempts().size());
    assertEquals(0, Failures.report(failure).sends(), "nothing was sent");
    assertEquals(0, server.seen().size());
  }

  @Tag("R4")
  @InEveryMode
  void aStageMayAskForAnotherAttempt(Trial trial) {
    WireServer server = trial.server(Reply.ok("good"));
    AtomicInteger tries = new AtomicInteger();
    Stage busy =
        request ->
            tries.incrementAndGet() < 3
                ? CompletableFuture.failedFuture(new TransientStageException("busy", null))
                : Stage.done();
    Subject client = trial.client(plan -> plan.perAttempt(busy));
    assertEquals("good", trial.send(client, Trial.get(server.uri())).text());
    assertEquals(3, tries.get());
  }

  @Tag("R5")
  @InEveryMode
  void aRefusedConnectionIsTriedAgainWhateverTheMethod(Trial trial) throws Exception {
    WireServer server = trial.server(Reply.ok("never"));
    server.refuse();
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(2)));
    Throwable failure = trial.start(client, Trial.post(server.uri(), "order")).failure();
    assertEquals(3, Failures.report(failure).sends());
  }

  @Tag("R5")
  @InEveryMode
  void theFirstRetryOfARefusedConnectionDoesNotWait(Trial trial) throws Exception {
    WireServer server = trial.server(Reply.ok("never"));
    server.refuse();
    Subject client =
        trial.client(
            plan ->
                plan.retry(
                    retry ->
                        retry.maxRetries(1).baseDelay(Duration.ofSeconds(20)).jitter(Jitter.NONE)));
    Throwable failure = trial.start(client, Trial.post(server.uri(), "order")).failure();
    assertEquals(2, Failures.report(failure).sends());
  }

  @Tag("R5")
  @InEveryMode
  void aCutHandshakeIsTriedAgainWhateverTheMethod(Trial trial) {
    WireServer server = trial.secureServer(TestCertificate.localhost(), Reply.ok("good"));
    server.closeNext(1);
    handshakesAgain(trial, server);
  }

  @Tag("R5")
  @InEveryMode
  void aHandshakeThatIsResetIsTriedAgainWhateverTheMethod(Trial trial) {
    WireServer server = trial.secureServer(TestCertificate.localhost(), Reply.ok("good"));
    server.resetNext(1);
    handshakesAgain(trial, server);
  }

  private static void handshakesAgain(Trial trial, WireServer server) {
    Result result = trial.send(trial.client(), Trial.post(server.uri(), "order"));
    assertEquals("good", result.text());
    assertEquals(1, server.seen().size());
    assertEquals(2, server.connections());
  }

  @Tag("R5")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aRefusedStreamIsSentAgainWhateverTheMethod(Trial trial) {
    WireServer server = trial.server(Reply.refusedStream(), Reply.ok("good"));
    Result result = trial.send(trial.client(), Trial.post(server.uri(), "order"));
    assertEquals("good", result.text());
    assertEquals(2, server.seen().size());
  }

  @Tag("R5")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aStreamAboveTheLastOneOfAGoodbyeIsSentAgainWhateverTheMethod(Trial trial) {
    WireServer server = trial.server(Reply.ok("first"), Reply.goAway(), Reply.ok("good"));
    Subject client = trial.client();
    trial.send(client, Trial.get(server.uri()));
    Result result = trial.send(client, Trial.post(server.uri(), "order"));
    assertEquals("good", result.text());
    assertEquals(3, server.seen().size());
  }

  @Tag("R1")
  @InEveryMode({BLOCKING_HTTP_2, ASYNC_HTTP_2})
  void aRefusedStreamIsRetried(Trial trial) {
    WireServer server = trial.server(Reply.refusedStream(), Reply.ok("good"));
    assertEquals("good", trial.get(server).text());
  }

  @Tag("R7")
  @InEveryMode
  void theLastFailureCarriesTheEarlierOnesAndTheReport(Trial trial) {
    WireServer server = trial.server(Reply.reset());
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(2)));
    Throwable failure = trial.start(client, Trial.keyed(server.uri())).failure();
    assertEquals(3, server.seen().size());
    CallReport report = Failures.report(failure);
    assertEquals(3, report.sends());
    assertEquals(Optional.of(GaveUpBecause.RETRIES_EXHAUSTED), report.gaveUpBecause());
    assertEquals(2, Failures.suppressed(failure).size(), () -> "suppressed in " + failure);
    Throwable last = report.attempts().get(2).failure().orElseThrow();
    assertTrue(Failures.chain(failure).contains(last), "not the failure of the last attempt");
  }

  @Tag("R7")
  @InEveryMode
  void theLastResponseIsReturnedItself(Trial trial) {
    WireServer server =
        trial.server(Reply.of(503, "one"), Reply.reset(), Reply.of(503, "two"), Reply.of(503, "3"));
    Result result = trial.send(trial.client(), Trial.keyed(server.uri()));
    assertEquals("503 \"3\"", result.toString());
    assertEquals(4, CallReport.of(result.host()).sends());
  }
}
