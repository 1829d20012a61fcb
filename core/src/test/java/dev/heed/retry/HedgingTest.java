package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.guard.GuardKind;
import dev.heed.http.Replayability;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.transport.BlockingExchange;
import dev.heed.transport.TruncatedBodyException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class HedgingTest extends HedgeFixture {

  // When a hedge starts.

  @Test
  @Tag("Z1")
  void oneMoreAttemptStartsAfterTwoSeconds() throws Exception {
    script(Step.reply(200).after(seconds(10)), Step.reply(200).after(seconds(1)));

    Reply reply = call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(2));
    assertThat(time.elapsed()).isEqualTo(seconds(3));
    assertThat(attemptsOf(reply))
        .containsExactly("#1 CancellationException, lost", "#2 200, hedge, won");
  }

  @Test
  @Tag("Z1")
  void anAnswerWithinTheDelayIsNotHedgedAndLeavesNoTimer() throws Exception {
    script(Step.reply(200).after(millis(1999)));

    Reply reply = call();

    assertThat(sentAt()).containsExactly(seconds(0));
    assertThat(attemptsOf(reply)).containsExactly("#1 200, won");
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("Z1")
  void upToTenHedgesStartOneDelayAfterTheOther() throws Exception {
    plan.hedge(h -> h.maxHedges(10).delay(millis(100)));
    script(Step.reply(200).after(seconds(2)));

    call();

    assertThat(exchange.sends).hasSize(11);
    assertThat(sentAt().get(10)).isEqualTo(seconds(1));
    assertThat(exchange.cancels).hasValue(10);
  }

  @Test
  @Tag("Z1")
  void aDelayOfZeroStartsAllAtOnce() throws Exception {
    plan.hedge(h -> h.maxHedges(2).delay(Duration.ZERO));
    script(Step.silence(), Step.silence(), Step.reply(200).after(seconds(1)));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(0));
    assertThat(exchange.cancels).hasValue(2);
  }

  @Test
  @Tag("Z1")
  void aNegativeDelayWaitsForAHandledFailure() throws Exception {
    plan.hedge(h -> h.delay(Duration.ofSeconds(-1)));
    script(Step.reply(503).after(seconds(30)), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(30));
  }

  @Test
  @Tag("Z1")
  void theDelayMayDependOnTheRequestAndTheHedge() throws Exception {
    plan.hedge(
        h ->
            h.maxHedges(2)
                .delayBy((request, hedge) -> millis((long) hedge * request.uri().getPort())));
    script(Step.silence(), Step.silence(), Step.reply(200)).to("http://api.example.com:100/");

    call();

    assertThat(sentAt()).containsExactly(millis(0), millis(100), millis(300));
  }

  @Test
  @Tag("Z1")
  void whereTheFunctionOfTheDelayFailsTheFixedOneIsTaken() throws Exception {
    plan.hedge(
        h ->
            h.delay(seconds(1))
                .delayBy(
                    (request, hedge) -> {
                      throw new IllegalStateException("no idea");
                    }));
    script(Step.silence(), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(1));
  }

  @Test
  @Tag("Z1")
  void aRequestMayAskForFewerHedges() throws Exception {
    script(Step.reply(200).after(seconds(5)));

    driver.run(plan.build(), exchange, CallOptions.builder().maxRetries(0).build());

    assertThat(exchange.sends).hasSize(1);
  }

  // Who wins.

  @Test
  @Tag("Z2")
  void aHedgeThatFailsFirstDoesNotBeatASlowGoodAnswer() throws Exception {
    script(Step.reply(200).after(seconds(3)), Step.failure(new IOException("reset")));

    Reply reply = call();

    assertThat(time.elapsed()).isEqualTo(seconds(3));
    assertThat(attemptsOf(reply)).containsExactly("#1 200, won", "#2 IOException, hedge");
    assertThat(CallReport.of(reply).gaveUpBecause()).isEmpty();
  }

  @Test
  @Tag("Z2")
  void aLoserThatIgnoresItsCancelDelaysNobodyAndItsAnswerIsReleased() throws Exception {
    script(Step.reply(200).after(seconds(10)).ignoringCancel(), Step.reply(200));
    exchange.asksLate = true;

    call();
    assertThat(time.elapsed()).isEqualTo(seconds(2));
    assertThat(exchange.cancels).hasValue(1);

    time.advance(seconds(20));
    assertThat(exchange.discarded).hasSize(1);
    assertThat(exchange.ended).hasValue(1);
  }

  @Test
  @Tag("Z2")
  void theHeadOfALoserThatComesLateIsTurnedAway() throws Exception {
    script(Step.reply(200).after(seconds(10)).ignoringCancel(), Step.reply(200));

    call();
    time.advance(seconds(20));

    assertThat(exchange.gateDropped).hasValue(1);
  }

  @Test
  @Tag("Z2")
  void aResponseThatNoHedgeCouldCureWinsAsWell() throws Exception {
    script(Step.reply(404).after(seconds(3)), Step.silence());

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(404);
    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
    assertThat(exchange.cancels).hasValue(1);
  }

  @Test
  @Tag("Z2")
  void aWinnerWhoseBodyBreaksOffIsAFailedAttempt() throws Exception {
    plan.hedge(h -> h.maxHedges(2));
    script(
        Step.silence(),
        Step.reply(200).thenBodyFails(new TruncatedBodyException(10, 3)),
        Step.reply(200));

    Reply reply = call();

    assertThat(attemptsOf(reply))
        .containsExactly(
            "#1 CancellationException, lost",
            "#2 TruncatedBodyException, hedge",
            "#3 200, hedge, won");
  }

  @Test
  @Tag("Z2")
  void aBodyThatBreaksOffInAHandlerThatCannotStartAgainEndsTheCall() {
    script(Step.reply(200).thenBodyFails(new TruncatedBodyException(10, 3)), Step.reply(200));
    exchange.restartable = false;

    Throwable failure = failure();

    assertThat(failure).isInstanceOf(TruncatedBodyException.class);
    assertThat(CallReport.of(failure).gaveUpBecause()).contains(GaveUpBecause.BODY);
  }

  // All failed.

  @Test
  @Tag("Z3")
  void aHandledFailureStartsTheNextAttemptWithoutWaiting() throws Exception {
    script(Step.reply(503).after(millis(100)), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(millis(0), millis(100));
  }

  @Test
  @Tag("Z3")
  void ifAllFailTheOutcomeThatWasDecidedLastIsReturned() throws Exception {
    plan.hedge(h -> h.maxHedges(2));
    script(
        Step.reply(503).after(seconds(9)),
        Step.reply(500).after(seconds(3)),
        Step.failure(new IOException("reset")).after(seconds(1)));

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(503);
    assertThat(time.elapsed()).isEqualTo(seconds(9));
    CallReport report = CallReport.of(reply);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(report.explanation())
        .isEqualTo("hedges were allowed: 2; raise HedgePolicy.maxHedges");
    assertThat(exchange.gateDropped).hasValue(1);
  }

  @Test
  @Tag("Z3")
  void theFailureThatWasDecidedLastIsRaised() {
    script(Step.reply(503), Step.failure(new IOException("reset")));

    Throwable failure = failure();

    assertThat(failure).hasMessage("reset");
    assertThat(attemptsOf(failure)).containsExactly("#1 503", "#2 IOException, hedge");
    assertThat(CallReport.of(failure).toString())
        .contains("2 sends (1 hedge)", "gave up: retries-exhausted");
  }

  @Test
  @Tag("Z3")
  void aHintStopsNewAttemptsToTheSamePartition() throws Exception {
    plan.hedge(h -> h.maxHedges(5).delay(seconds(1)));
    script(Step.reply(503, "7").after(millis(1500)), Step.reply(429, "5").after(seconds(3)));

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(429);
    assertThat(exchange.sends).hasSize(2);
    assertThat(CallReport.of(reply).explanation())
        .isEqualTo("the server asks for time, and a hedge never waits");
    assertThat(CallReport.of(reply).attempts().get(0).asked().orElseThrow().duration())
        .isEqualTo(seconds(7));
  }

  @Test
  @Tag("Z3")
  void aFailureOfTheCallersOwnEndsTheCallAtOnce() {
    script(Step.silence(), Step.failure(new IllegalArgumentException("bad")));

    assertThat(failure()).isInstanceOf(IllegalArgumentException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(2));
    assertThat(exchange.cancels).hasValue(1);
    assertThat(time.pending()).isEmpty();
  }

  // What may be hedged.

  @Test
  @Tag("Z4")
  void anUnsafeMethodIsSentOnceAndTheReasonSaysSo() throws Exception {
    script(Step.reply(503).after(seconds(9))).method = "POST";

    Reply reply = call();

    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(reply).explanation())
        .isEqualTo(
            "POST is not among the methods to hedge (GET, HEAD, OPTIONS, TRACE): set"
                + " HedgePolicy.methods, or send an Idempotency-Key");
  }

  @Test
  @Tag("Z4")
  void aKeyVouchesForAnUnsafeMethod() throws Exception {
    script(Step.silence(), Step.reply(200)).header("Idempotency-Key", "k").method = "POST";

    call();

    assertThat(exchange.sends).hasSize(2);
  }

  @Test
  @Tag("Z4")
  void aOneShotBodyIsSentOnceAndNotKept() throws Exception {
    script(Step.reply(503)).replayability = Replayability.ONE_SHOT;

    Reply reply = call();

    assertThat(exchange.sends).hasSize(1);
    assertThat(exchange.buffers).hasValue(0);
    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.BODY);
  }

  @Test
  @Tag("Z4")
  void whatAttemptsSetIsTheirOwn() throws Exception {
    plan.perAttempt(Stages.attemptNumber("X-Attempt"));
    script(Step.silence(), Step.reply(200));

    call();

    assertThat(exchange.sends.get(0).values("X-Attempt")).isEmpty();
    assertThat(exchange.sends).extracting(Sent::number).containsExactly(1, 2);
    assertThat(exchange.sends.get(1).values("X-Attempt")).containsExactly("1");
  }

  // Time limits.

  @Test
  @Tag("Z6")
  void anAttemptTimeoutEndsOneAttemptAndNotTheOthers() throws Exception {
    plan.hedge(h -> h.maxHedges(2).delay(millis(50))).attemptTimeout(millis(80));
    script(Step.silence(), Step.reply(200).after(millis(60)), Step.silence());

    Reply reply = call();

    assertThat(time.elapsed()).isEqualTo(millis(110));
    assertThat(attemptsOf(reply))
        .containsExactly(
            "#1 AttemptTimeoutException",
            "#2 200, hedge, won",
            "#3 CancellationException, hedge, lost");
  }

  @Test
  @Tag("Z6")
  @Tag("T1")
  void theCallTimeoutEndsAllAttempts() {
    plan.hedge(h -> h.maxHedges(2)).callTimeout(seconds(5));
    script(Step.silence());

    Throwable failure = failure();

    assertThat(failure).isInstanceOf(CallTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(5));
    assertThat(exchange.cancels).hasValue(3);
    assertThat(time.pending()).isEmpty();
    assertThat(CallReport.of(failure).gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
  }

  // Guards.

  @Test
  @Tag("Z4")
  @Tag("G6")
  void theBudgetStopsAHedgeAndNotTheCall() throws Exception {
    plan.retryBudget(b -> b.ratio(0).perSecond(0).saved(1));
    Heed built = plan.build();
    driver.run(built, script(Step.silence(), Step.reply(200)));
    Reply reply = driver.run(built, script(Step.reply(200).after(seconds(5))));
    assertThat(exchange.sends).hasSize(1);
    assertThat(reply.status()).isEqualTo(200);

    reply = driver.run(built, script(Step.reply(503)));

    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.BUDGET);
  }

  @Test
  @Tag("Z4")
  @Tag("G6")
  void anAttemptThatNeedsNoHedgeTakesNothingFromTheBudget() throws Exception {
    plan.retryBudget(b -> b.ratio(0).perSecond(0).saved(1)).hedge(h -> h.maxHedges(5));
    Heed built = plan.build();

    driver.run(built, script(Step.reply(404).after(seconds(1))));

    assertThat(built.partitions().get(0).toString()).contains("1 of 1 saved");
  }

  @Test
  @Tag("G3")
  void aRefusedAttemptLetsThoseThatRunGoOn() throws Exception {
    TestGuard guard = new TestGuard(time).ofKind(GuardKind.BREAKER).permits().refuses("open");
    plan.perAttempt(guard);
    script(Step.reply(200).after(seconds(3)));

    Reply reply = call();

    assertThat(attemptsOf(reply)).containsExactly("#1 200, won");
    assertThat(guard.log)
        .containsExactly("test admit 1", "test admit 2", "test settle SUCCESS 200");
  }

  @Test
  @Tag("G3")
  void whereNothingRunsARefusalIsRaisedWithTheLastHead() {
    TestGuard guard = new TestGuard(time).permits().refuses("open", seconds(4));
    plan.perAttempt(guard);
    script(Step.reply(503));

    RefusedException failure = (RefusedException) failure();

    assertThat(failure.retryAfter()).contains(seconds(4));
    assertThat(failure.lastHead().orElseThrow().status()).isEqualTo(503);
    assertThat(CallReport.of(failure).gaveUpBecause()).contains(GaveUpBecause.REFUSED);
  }

  @Test
  @Tag("G4")
  @Tag("Z2")
  void thePermitOfALoserIsGivenBack() throws Exception {
    TestGuard guard = new TestGuard(time);
    plan.perAttempt(guard).perCall(new TestGuard("call", time, guard.log));
    script(Step.silence(), Step.reply(200));

    call();

    assertThat(guard.log)
        .containsExactly(
            "call admit 0",
            "test admit 1",
            "test admit 2",
            "test settle IGNORED CancellationException",
            "test settle SUCCESS 200",
            "call settle SUCCESS 200");
  }

  @Test
  @Tag("C1")
  @Tag("Z4")
  void stagesOfTheCallRunOnceAndThoseOfTheAttemptForEachHedge() throws Exception {
    TestStage call = TestStage.noting("call", new CopyOnWriteArrayList<>());
    plan.perCall(call).perAttempt(TestStage.noting("attempt", call.log));
    script(Step.silence(), Step.reply(200));

    call();

    assertThat(call.log)
        .containsExactlyInAnyOrder(
            "call 0",
            "attempt 1",
            "attempt 2",
            "attempt 1 ended CancellationException",
            "attempt 2 ended 200",
            "call 0 ended 200");
  }

  // The plan.

  @Test
  @Tag("G2")
  void everythingThatIsWrongIsToldAtOnce() {
    Heed.Builder wrong =
        Heed.builder("wrong")
            .retry(r -> r.maxRetries(1))
            .callTimeout(seconds(5))
            .hedge(h -> h.maxHedges(11).delay(seconds(2)).delayPercentile(100))
            .hedge(h -> h.endpoints(Endpoints.ordered(EndpointGroup.of("https://u@a/?q"))))
            .reauthenticate(request -> null);

    assertThatThrownBy(wrong::build)
        .hasMessageContaining("maxHedges must be 0 to 10: 11")
        .hasMessageContaining("delayPercentile must be above 0 and below 100: 100.0")
        .hasMessageContaining("an endpoint must be an absolute http or https URI")
        .hasMessageContaining("retry and hedge must not be in one plan")
        .hasMessageContaining("reauthenticate and hedge must not be in one plan");
  }

  @Test
  @Tag("G2")
  void allHedgesStartWithinTheCallTimeout() {
    Heed.Builder late = plan.hedge(h -> h.maxHedges(3)).callTimeout(seconds(5));

    assertThatThrownBy(late::build)
        .hasMessageContaining("3 hedges after 2 s each must start within callTimeout 5 s");
    assertThat(plan.callTimeout(seconds(6)).build()).isNotNull();
  }

  @Test
  @Tag("C3")
  void thePlanShowsBothLayers() {
    plan.hedge(h -> h.endpoints(Endpoints.ordered(EndpointGroup.of("https://a.example.com"))))
        .attemptTimeout(seconds(1))
        .callTimeout(seconds(9));

    assertThat(plan.build().describe().toString())
        .containsSubsequence(
            "  hedge     hedge (maxHedges=1, delay=2 s, methods=GET, HEAD, OPTIONS, TRACE)",
            "  attempt   endpoint (ordered [https://a.example.com])",
            "  attempt   attempt timeout (1 s)")
        .contains("worst case: 1 sends")
        .doesNotContain("retry");
  }

  @Test
  @Tag("C3")
  void thePlanShowsWhichStatusesAreNotAcceptableWhereTheyDifferFromThoseOfARetry() {
    assertThat(HedgePolicy.builder().statuses(503, 500).build().toString())
        .endsWith(", TRACE, statuses=[500, 503]");
    assertThat(HedgePolicy.builder().shouldHedge(head -> true).build().toString())
        .endsWith(", statuses=by shouldHedge");
  }

  @Test
  @Tag("Z1")
  void aHostWithoutAttemptsSideBySideIsToldSo() {
    BlockingExchange<?> blockingOnly =
        (BlockingExchange<?>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {BlockingExchange.class},
                (proxy, method, arguments) -> null);

    assertThatThrownBy(() -> plan.build().engine().run(blockingOnly, CallOptions.none()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("plan test hedges, which needs attempts side by side");
  }

  @Test
  @Tag("V2")
  void hedgesAndRetriesAreCountedApart() throws Exception {
    script(Step.silence(), Step.reply(200));

    CallReport report = CallReport.of(call());

    assertThat(List.of(report.sends(), report.hedges(), report.retries())).containsExactly(2, 1, 0);
  }

  @Test
  @Tag("V1")
  @Tag("V2")
  void listenersAreToldOfEachHedgeAndWhy() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    plan.retryBudget(b -> b.ratio(0).perSecond(0).saved(1))
        .hedge(h -> h.maxHedges(2))
        .listener(
            new CallListener() {
              @Override
              public void hedgeDecided(CallInfo call, int number, RetryDecision decision) {
                told.add(number + " " + decision);
              }

              @Override
              public void attemptEnded(CallInfo call, AttemptReport attempt) {
                told.add(attempt.number() + (attempt.lost() ? " lost" : " ended"));
              }
            });
    script(Step.reply(200).after(seconds(9)), Step.silence());

    call();

    assertThat(told.get(0)).isEqualTo("2 again in 0 ms: no answer from attempt 1 yet");
    assertThat(told.get(1)).startsWith("3 budget: the retry budget of https://api.example.com");
    assertThat(told.subList(2, 4)).containsExactly("2 lost", "1 ended");
  }

  @Test
  @Tag("O4")
  @Tag("Z2")
  void aCancelCutsEveryAttemptAndLeavesNoTimer() {
    plan.hedge(h -> h.maxHedges(3));
    script(Step.silence());
    CompletableFuture<Reply> call = plan.build().engine().start(exchange, CallOptions.none());
    time.advance(seconds(3));

    call.cancel(true);

    assertThat(exchange.cancels).hasValue(2);
    assertThat(exchange.ended).hasValue(1);
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("O4")
  void aTransportThatCannotRunAttemptsSideBySideEndsTheCall() {
    script(Step.reply(200).after(seconds(9)));
    exchange.besidesLeft = 1;

    assertThat(failure()).isInstanceOf(IllegalStateException.class).hasMessage("only once");
    assertThat(time.elapsed()).isEqualTo(seconds(2));
    assertThat(exchange.cancels).hasValue(1);
  }
}
