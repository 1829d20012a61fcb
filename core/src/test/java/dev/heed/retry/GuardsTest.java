package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.http.ResponseHead;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import dev.heed.stage.Stage;
import dev.heed.stage.TransientStageException;
import dev.heed.transport.TruncatedBodyException;
import java.io.IOException;
import java.net.ConnectException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class GuardsTest extends EngineFixture {

  private final TestGuard guard = new TestGuard(time);

  private RefusedException refused() {
    return (RefusedException) failure();
  }

  // How a permit is settled.

  @Test
  @Tag("G5")
  @Tag("G9")
  void inTheAttemptRingEachSendIsAdmittedAndSettled() throws Exception {
    plan.perAttempt(guard);
    script(Step.reply(503), Step.failure(new IOException("reset")), Step.reply(404));

    call();

    assertThat(guard.log)
        .containsExactly(
            "test admit 1",
            "test settle FAILURE 503",
            "test admit 2",
            "test settle FAILURE IOException",
            "test admit 3",
            "test settle IGNORED 404");
  }

  @Test
  @Tag("G5")
  void inTheCallRingTheCallIsAdmittedOnceAndItsOutcomeCounts() throws Exception {
    plan.perCall(guard);
    script(Step.reply(503), Step.reply(200));

    call();

    assertThat(guard.log).containsExactly("test admit 0", "test settle SUCCESS 200");
  }

  @Test
  @Tag("G5")
  void aFailedCallIsSettledToo() {
    plan.perCall(guard).retry(r -> r.maxRetries(1));
    script(Step.failure(new IOException("reset")));

    failure();

    assertThat(guard.log).containsExactly("test admit 0", "test settle FAILURE IOException");
  }

  private void settles(Step step, String settlement) {
    guard.log.clear();
    Heed once =
        Heed.builder("once").time(time).perAttempt(guard).retry(r -> r.maxRetries(0)).build();
    try {
      driver.run(once, script(step));
    } catch (Exception e) {
      assertThat(e).isNotNull();
    }
    assertThat(guard.log).containsExactly("test admit 1", "test settle " + settlement);
  }

  @Test
  @Tag("G9")
  void whatASettlementSaysOfTheServer() {
    settles(Step.reply(204), "SUCCESS 204");
    settles(Step.reply(304), "SUCCESS 304");
    settles(Step.reply(400), "IGNORED 400");
    settles(Step.reply(408), "FAILURE 408");
    settles(Step.reply(429), "IGNORED 429");
    settles(Step.reply(500), "FAILURE 500");
    settles(Step.reply(599), "FAILURE 599");
    settles(Step.failure(new ConnectException("refused")), "FAILURE ConnectException");
    settles(Step.failure(new IllegalArgumentException("bad")), "IGNORED IllegalArgumentException");
    settles(
        Step.reply(200).thenBodyFails(new TruncatedBodyException(10, 3)),
        "FAILURE TruncatedBodyException");
    settles(
        Step.failure(new SSLHandshakeException("who?").initCause(new CertificateException("no"))),
        "IGNORED SSLHandshakeException");
  }

  @Test
  @Tag("G9")
  @Tag("T2")
  void anAttemptTimeoutIsAFailureOfTheServer() {
    plan.perAttempt(guard).attemptTimeout(seconds(1)).retry(r -> r.maxRetries(0));
    script(Step.silence());

    failure();

    assertThat(guard.log).last().isEqualTo("test settle FAILURE AttemptTimeoutException");
  }

  @Test
  @Tag("G9")
  void theEndOfACallIsAFailureOfTheServerWhereTheAttemptHadNoLimitOfItsOwn() {
    plan.perAttempt(guard).callTimeout(seconds(1));
    script(Step.silence());
    failure();
    assertThat(guard.log).last().isEqualTo("test settle FAILURE CallTimeoutException");

    plan.attemptTimeout(seconds(1));
    script(Step.silence());
    failure();
    assertThat(guard.log).last().isEqualTo("test settle IGNORED CallTimeoutException");
  }

  @Test
  @Tag("G9")
  @Tag("T1")
  void aCallThatTimedOutIsAFailureForAGuardOfCalls() {
    plan.perCall(guard).callTimeout(seconds(1)).attemptTimeout(seconds(1));
    script(Step.silence());

    failure();

    assertThat(guard.log).last().isEqualTo("test settle FAILURE CallTimeoutException");
  }

  @Test
  @Tag("G4")
  void aStageThatFailsOrAnswersSaysNothingOfTheServer() throws Exception {
    plan.perAttempt(guard)
        .retry(r -> r.maxRetries(1))
        .perAttempt(
            new TestStage(
                "stage",
                request ->
                    CompletableFuture.failedFuture(new TransientStageException("busy", null))));
    failure();
    assertThat(guard.log)
        .filteredOn(line -> line.contains("settle"))
        .containsExactly(
            "test settle IGNORED TransientStageException",
            "test settle IGNORED TransientStageException");

    guard.log.clear();
    Heed answering =
        Heed.builder("answering")
            .time(time)
            .perAttempt(guard)
            .perAttempt(Stage.of("cache", request -> request.answer(200, Map.of(), new byte[0])))
            .build();
    driver.run(answering, exchange);
    assertThat(guard.log).containsExactly("test admit 1", "test settle IGNORED 200");
  }

  @Test
  @Tag("R9")
  void aRepeatWithFreshCredentialsIsAdmittedAnew() throws Exception {
    plan.perAttempt(guard).reauthenticate(request -> CompletableFuture.completedFuture(null));
    script(Step.reply(401), Step.reply(200));

    call();

    assertThat(guard.log)
        .containsExactly(
            "test admit 1", "test settle IGNORED 401", "test admit 2", "test settle SUCCESS 200");
  }

  // The order.

  @Test
  @Tag("C1")
  @Tag("G5")
  void guardsStandOutsideOfStagesAndTheFirstIsTheOutermost() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    plan.perCall(TestStage.noting("stage", log))
        .perCall(new TestGuard("outer", time, log))
        .perCall(new TestGuard("inner", time, log));

    call();

    assertThat(log)
        .containsExactly(
            "outer admit 0",
            "inner admit 0",
            "stage 0",
            "stage 0 ended 200",
            "inner settle SUCCESS 200",
            "outer settle SUCCESS 200");
  }

  @Test
  @Tag("C7")
  @Tag("G3")
  void whatStandsInsideDoesNotRunWhenAGuardRefuses() {
    List<String> log = new CopyOnWriteArrayList<>();
    plan.perCall(new TestGuard("outer", time, log))
        .perCall(new TestGuard("inner", time, log).refuses("no"))
        .perCall(TestStage.noting("stage", log));

    failure();

    assertThat(log)
        .containsExactly("outer admit 0", "inner admit 0", "outer settle IGNORED RefusedException");
    assertThat(exchange.sends).isEmpty();
    assertThat(exchange.ended).hasValue(1);
  }

  // Refusals.

  @Test
  @Tag("G3")
  void aRefusalIsAnExceptionThatSaysWhoWhyAndForHowLong() {
    plan.perAttempt(guard.ofKind(GuardKind.BREAKER).refuses("it is open", seconds(4)));

    RefusedException raised = refused();

    assertThat(raised)
        .isInstanceOf(IOException.class)
        .hasMessage("refused by the test of https://api.example.com: it is open");
    assertThat(raised.retryAfter()).contains(seconds(4));
    assertThat(raised.kind()).isEqualTo(GuardKind.BREAKER);
    assertThat(raised.guard()).isEqualTo("test");
    assertThat(raised.partition()).isEqualTo("https://api.example.com");
    assertThat(raised.lastHead()).isEmpty();
    assertThat(raised.attempts()).isEmpty();
    assertThat(raised.gaveUpBecause()).contains(GaveUpBecause.REFUSED);
    assertThat(raised.explanation())
        .isEqualTo("by the test of https://api.example.com: it is open");
    assertThat(CallReport.of(raised).sends()).isZero();
  }

  @Test
  @Tag("G3")
  void aRefusalOfALaterAttemptIsNotRetriedAndHasTheLastHead() {
    plan.perAttempt(guard.permits().permits().refuses("it is open"));
    IOException reset = new IOException("reset");
    script(Step.failure(reset), Step.reply(503, "2"));

    RefusedException raised = refused();

    assertThat(raised.lastHead().map(ResponseHead::status)).contains(503);
    assertThat(raised.lastHead().orElseThrow().values("Retry-After")).containsExactly("2");
    assertThat(raised.attempts()).hasSize(2);
    assertThat(raised.getSuppressed()).contains(reset);
    assertThat(raised.retryAfter()).isEmpty();
    assertThat(exchange.sends).hasSize(2);
    assertThat(guard.log).filteredOn(line -> line.contains("admit")).hasSize(3);
    assertThat(guard.log).filteredOn(line -> line.contains("settle")).hasSize(2);
  }

  @Test
  @Tag("G3")
  void aRefusalFromFurtherInIsNotRetriedAndSaysNothingOfTheServer() {
    plan.perAttempt(new TestGuard(time).refuses("no"));
    RefusedException inner = refused();
    Heed outer = Heed.builder("outer").time(time).perAttempt(guard).build();

    try {
      driver.run(outer, script(Step.failure(inner)));
    } catch (Exception e) {
      assertThat(e).isSameAs(inner);
    }

    assertThat(exchange.sends).hasSize(1);
    assertThat(guard.log).containsExactly("test admit 1", "test settle IGNORED RefusedException");
  }

  @Test
  @Tag("G1")
  void theConcurrencyLimitOfAPlanCountsItsCallsWithAllTheirWaits() throws Exception {
    Heed limited = plan.concurrencyLimit(1).build();
    StubExchange slow = new StubExchange(time, Step.reply(503, "5"), Step.reply(200));
    CompletableFuture<Reply> first = limited.engine().start(slow, CallOptions.none());

    time.advance(seconds(1));
    assertThat(limited.partitions()).singleElement().asString().endsWith("limit: 1 of 1");
    CompletableFuture<Reply> second = limited.engine().start(exchange, CallOptions.none());

    assertThat(second)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("the concurrency limit of 1 is reached");
    time.advanceUntil(first::isDone);
    assertThat(driver.run(limited, exchange).status()).isEqualTo(200);
  }

  // Waits.

  @Test
  @Tag("G5")
  void aGuardMayHoldACallAndIsAskedAgain() throws Exception {
    plan.perCall(guard.holds(seconds(2)).holds(seconds(3)));

    call();

    assertThat(sentAt()).containsExactly(seconds(5));
    assertThat(guard.log)
        .containsExactly("test admit 0", "test again 0", "test again 0", "test settle SUCCESS 200");
  }

  @Test
  @Tag("V1")
  void aWaitBeforeTheFirstAttemptIsInTheReport() throws Exception {
    plan.perAttempt(guard.ofKind(GuardKind.COOLDOWN).holds(seconds(2)).holds(seconds(1)))
        .reports(true);

    CallReport report = CallReport.of(call());

    assertThat(report.waited()).isEqualTo(seconds(3));
    assertThat(report.heldAtFirst().flatMap(RetryDecision::waitedBecause))
        .contains(WaitedBecause.COOLDOWN);
    assertThat(report.attempts().get(0).started()).isEqualTo(seconds(3));
  }

  @Test
  @Tag("V1")
  void aWaitBeforeALaterAttemptIsAddedToTheOneThatWasDecided() throws Exception {
    plan.perAttempt(guard.ofKind(GuardKind.LIMIT).permits().holds(seconds(3))).reports(true);
    script(Step.reply(503, "2"), Step.reply(200));

    CallReport report = CallReport.of(call());

    assertThat(sentAt()).containsExactly(seconds(0), seconds(5));
    assertThat(report.waited()).isEqualTo(seconds(5));
    assertThat(report.heldAtFirst()).isEmpty();
    RetryDecision decision = report.attempts().get(0).decision().orElseThrow();
    assertThat(decision.waitedBecause()).contains(WaitedBecause.LIMIT);
    assertThat(decision).hasToString("again in 5 s: held by the test of https://api.example.com");
  }

  @Test
  @Tag("V1")
  void aHeldAttemptKeepsWhatIsKnownOfTheOneBefore() throws Exception {
    plan.perAttempt(guard.permits().holds(seconds(3)))
        .reports(true)
        .perAttempt(
            new TestStage(
                "busy once",
                request ->
                    request.attempt() == 1
                        ? CompletableFuture.failedFuture(new TransientStageException("busy", null))
                        : Stage.done()));

    CallReport report = CallReport.of(call());

    assertThat(report.attempts()).hasSize(2);
    assertThat(report.attempts().get(0).sent()).isFalse();
    assertThat(report.attempts().get(0).failure()).isPresent();
    assertThat(report.sends()).isEqualTo(1);
    assertThat(report.waited()).isEqualTo(seconds(4));
  }

  @Test
  @Tag("R6")
  void aWaitForAGuardIsNoRetry() throws Exception {
    plan.perAttempt(guard.holds(seconds(1)).permits().holds(seconds(1)))
        .retry(r -> r.maxRetries(1));
    script(Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).extracting(Sent::number).containsExactly(1, 2);
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutBeginsWhenTheGuardsHaveAdmitted() throws Exception {
    plan.perAttempt(guard.holds(seconds(5))).attemptTimeout(seconds(2));
    script(Step.reply(200).after(seconds(1.9)));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(2));
  }

  @Test
  @Tag("T1")
  @Tag("W6")
  void aWaitForAGuardThatDoesNotFitTheCallIsNotStarted() {
    plan.perAttempt(guard.ofKind(GuardKind.COOLDOWN).holds(seconds(5))).callTimeout(seconds(5));

    RefusedException raised = refused();

    assertThat(time.elapsed()).isZero();
    assertThat(raised)
        .hasMessage(
            "held by the test of https://api.example.com: a wait of 5 s does not fit the time left"
                + " for the call: raise Heed.callTimeout");
    assertThat(raised.retryAfter()).contains(seconds(5));
    assertThat(raised.gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
    assertThat(guard.log).containsExactly("test admit 1", "test leave");
  }

  @Test
  @Tag("T1")
  void theCallTimeoutCoversTheWaitForAGuard() {
    plan.perCall(guard.holds(seconds(3))).callTimeout(seconds(5));
    script(Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(5));
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(2));
  }

  @Test
  @Tag("G4")
  void outerPermitsAreKeptWhileAnInnerGuardHolds() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    plan.perAttempt(new TestGuard("outer", time, log))
        .perAttempt(new TestGuard("inner", time, log).holds(seconds(1)).refuses("no"));

    failure();

    assertThat(log)
        .containsExactly(
            "outer admit 1",
            "inner admit 1",
            "inner again 1",
            "outer settle IGNORED RefusedException");
  }

  // Guards that misbehave.

  @Test
  @Tag("R12")
  void aGuardThatThrowsOrAnswersNothingIsNotInTheWay() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    TestGuard inner = new TestGuard("inner", time, log);
    plan.perAttempt(
            guard
                .answers(
                    () -> {
                      throw new IllegalStateException("bug");
                    })
                .answers(() -> null))
        .perAttempt(inner);
    script(Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(log)
        .containsExactly(
            "inner admit 1",
            "inner settle FAILURE 503",
            "inner admit 2",
            "inner settle SUCCESS 200");
  }

  @Test
  @Tag("R12")
  void aPermitThatThrowsWhenItIsSettledHurtsNothing() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    Permit throwing =
        new Permit() {
          @Override
          public void settle(dev.heed.guard.Ending ending) {
            log.add("settle");
            throw new IllegalStateException("bug");
          }
        };
    plan.perAttempt(new TestGuard("outer", time, log)).perAttempt(guard.answers(() -> throwing));

    assertThat(call().status()).isEqualTo(200);
    assertThat(log).containsExactly("outer admit 1", "settle", "outer settle SUCCESS 200");
  }

  // Hints.

  @Test
  @Tag("G7")
  void theGuardsOfTheAttemptRingLearnOfAHintWhenTheHeadArrives() throws Exception {
    plan.perAttempt(guard).retry(r -> r.maxRetries(1));
    script(Step.reply(503, "2"), Step.reply(503, "0"));

    call();

    assertThat(guard.log)
        .containsExactly(
            "test admit 1",
            "test hinted PT2S",
            "test settle FAILURE 503",
            "test admit 2",
            "test settle FAILURE 503");
  }

  @Test
  @Tag("G7")
  void aHintCountsWhateverBecomesOfTheCallThatGotIt() throws Exception {
    plan.perAttempt(guard);
    script(Step.reply(429, "3600"));
    call();
    exchange = script(Step.reply(429, "7"));
    exchange.method = "POST";
    call();

    assertThat(guard.log).contains("test hinted PT1H", "test hinted PT7S");
  }

  // Plans do not share state by accident.

  @Test
  @Tag("G8")
  @Tag("O5")
  void aPlanKeepsTheSettingsItWasBuiltWith() throws Exception {
    Heed before = plan.concurrencyLimit(1).build();
    plan.concurrencyLimit(5).perAttempt(guard.refuses("no")).callTimeout(seconds(1));

    assertThat(driver.run(before, exchange).status()).isEqualTo(200);
    assertThat(before.describe().toString())
        .contains("1 at the same time")
        .doesNotContain("attempt   test");
  }

  @Test
  @Tag("G5")
  @Tag("G8")
  void plansOfOneBuilderHaveAStateOfTheirOwn() throws Exception {
    plan.concurrencyLimit(1);
    Heed one = plan.build();
    Heed other = plan.build();
    CompletableFuture<Reply> running =
        one.engine().start(new StubExchange(time, Step.silence()), CallOptions.none());

    assertThat(driver.run(other, exchange).status()).isEqualTo(200);
    assertThat(running).isNotDone();
    assertThat(one.partitions().get(0))
        .hasToString("https://api.example.com, concurrency limit: 1 of 1");
    running.cancel(true);
  }

  @Test
  @Tag("G5")
  void theKeyOfThePartitionMayBeChosen() {
    plan.partitionBy(request -> request.values("X-Tenant").get(0))
        .perCall(Guards.concurrencyLimit(1))
        .perAttempt(guard.answers(() -> Refusal.because("no")));
    exchange.header("X-Tenant", "blue");

    assertThat(refused().partition()).isEqualTo("blue");
  }
}
