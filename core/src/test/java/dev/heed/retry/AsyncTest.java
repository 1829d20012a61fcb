package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.http.Replayability;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AsyncTest {

  private final VirtualTime time = new VirtualTime();
  private final AtomicReference<CallReport> report = new AtomicReference<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Heed.Builder plan =
      Heed.builder("test")
          .time(time)
          .retry(r -> r.jitter(Jitter.NONE))
          .listener(
              new CallListener() {
                @Override
                public void callEnded(CallInfo call, CallReport ended) {
                  report.set(ended);
                }
              });
  private StubExchange exchange = new StubExchange(time, Step.reply(200));

  private CompletableFuture<Reply> start(Step... script) {
    exchange = new StubExchange(time, script);
    return start();
  }

  private CompletableFuture<Reply> start() {
    return plan.build().engine().start(exchange, CallOptions.none());
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private void assertCancelled(CompletableFuture<Reply> future) {
    assertThat(future).isCancelled();
    assertThat(time.pending()).isEmpty();
    assertThat(report.get().failure().orElseThrow()).isInstanceOf(CancellationException.class);
    assertThat(report.get().gaveUpBecause()).contains(GaveUpBecause.CANCELLED);
  }

  @Test
  @Tag("O4")
  @Tag("W7")
  void aCancelDuringTheWaitSendsNothingMoreAndTakesTheTimerBack() {
    CompletableFuture<Reply> future = start(Step.reply(503));
    time.advance(seconds(0.5));
    assertThat(time.pending()).hasSize(1);

    future.cancel(false);

    assertCancelled(future);
    time.advance(seconds(1000));
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("O4")
  void aCancelDuringAnAttemptStopsItOnTheWire() {
    plan.callTimeout(seconds(30)).perAttempt(TestStage.noting("stage", log));
    CompletableFuture<Reply> future = start(Step.silence());
    time.advance(seconds(5));

    future.cancel(true);

    assertCancelled(future);
    assertThat(exchange.cancels).hasValue(1);
    assertThat(report.get().sends()).isEqualTo(1);
    assertThat(log).containsExactly("stage 1", "stage 1 ended CancellationException");
  }

  @Test
  @Tag("O4")
  void aHostThatIgnoresTheCancelDoesNotDelayIt() {
    CompletableFuture<Reply> future = start(Step.reply(200).after(seconds(5)).ignoringCancel());

    future.cancel(true);

    assertThat(report.get().gaveUpBecause()).contains(GaveUpBecause.CANCELLED);
    time.advance(seconds(6));
    assertThat(exchange.gateDropped).hasValue(1);
  }

  @Test
  @Tag("O4")
  void aResponseThatComesAfterTheCancelIsReleased() {
    exchange = new StubExchange(time, Step.reply(200).after(seconds(5)).ignoringCancel());
    exchange.asksLate = true;
    CompletableFuture<Reply> future = start();

    future.cancel(true);
    time.advance(seconds(6));

    assertThat(exchange.discarded).hasSize(1);
  }

  @Test
  @Tag("O4")
  void aCancelWhileAStageIsNotReadyTellsTheStagesOfTheAttempt() {
    CompletableFuture<Object> never = new CompletableFuture<>();
    plan.callTimeout(seconds(30))
        .perCall(TestStage.noting("call", log))
        .perAttempt(TestStage.noting("outer", log))
        .perAttempt(new TestStage("slow", log, request -> never));
    CompletableFuture<Reply> future = start(Step.reply(200));

    future.cancel(true);
    never.complete(null);

    assertCancelled(future);
    assertThat(exchange.sends).isEmpty();
    assertThat(log)
        .containsExactly(
            "call 0",
            "outer 1",
            "slow 1",
            "slow 1 ended CancellationException",
            "outer 1 ended CancellationException",
            "call 0 ended CancellationException");
  }

  @Test
  @Tag("C7")
  void aStageMayFailLater() {
    IOException own = new IOException("token server");
    plan.perAttempt(
        new TestStage("token", log, request -> later(seconds(2)).thenCompose(x -> failed(own))));
    CompletableFuture<Reply> future = start(Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isSameAs(own);
    assertThat(exchange.sends).isEmpty();
    assertThat(log).containsExactly("token 1", "token 1 ended IOException");
  }

  private static CompletableFuture<Object> failed(Throwable failure) {
    return CompletableFuture.failedFuture(failure);
  }

  @Test
  @Tag("C7")
  void anEditAfterTheCancelIsRefused() {
    AtomicReference<dev.heed.stage.StageRequest> kept = new AtomicReference<>();
    plan.perAttempt(
        new TestStage(
            "slow",
            log,
            request -> {
              kept.set(request);
              return new CompletableFuture<>();
            }));

    start(Step.reply(200)).cancel(true);

    assertThatThrownBy(() -> kept.get().setHeader("X", "late"))
        .isInstanceOf(dev.heed.stage.StageContractException.class);
  }

  @Test
  @Tag("O4")
  void theHostIsToldOnceThatTheCallIsOver() {
    for (Step step :
        List.of(Step.reply(200), Step.failure(new IllegalStateException()), Step.silence())) {
      CompletableFuture<Reply> future = start(step);
      future.cancel(true);

      assertThat(exchange.ended).hasValue(1);
    }
  }

  @Test
  @Tag("O4")
  void aCancelFromWithinAStageTellsItOnce() {
    AtomicReference<CompletableFuture<Reply>> own = new AtomicReference<>();
    plan.perAttempt(
        new TestStage(
            "stage",
            log,
            request -> {
              if (request.attempt() == 2) {
                own.get().cancel(true);
              }
              return Stage.done();
            }));
    own.set(start(Step.reply(503), Step.reply(200)));

    time.advance(seconds(2));

    assertCancelled(own.get());
    assertThat(exchange.sends).hasSize(1);
    assertThat(report.get().sends()).isEqualTo(1);
    assertThat(log)
        .containsExactly(
            "stage 1", "stage 1 ended 503", "stage 2", "stage 2 ended CancellationException");
  }

  @Test
  @Tag("O4")
  void aCancelFromWithinThePredicateEndsTheCall() {
    AtomicReference<CompletableFuture<Reply>> own = new AtomicReference<>();
    plan.retry(
        r ->
            r.shouldRetry(
                head -> {
                  own.get().cancel(true);
                  return true;
                }));
    own.set(start(Step.reply(200).after(seconds(1))));

    time.advance(seconds(100));

    assertCancelled(own.get());
    assertThat(exchange.sends).hasSize(1);
    assertThat(exchange.gateDropped).hasValue(1);
  }

  @Test
  @Tag("O4")
  @Tag("B2")
  void aCancelWhileTheBodyIsReadGivesItsMemoryBack() {
    plan.bodyBuffer(5, 9);
    Heed shared = plan.build();
    for (int i = 0; i < 5; i++) {
      StubExchange sending = oneShot();
      sending.bodyArrives = new CompletableFuture<>();
      CompletableFuture<Reply> future = shared.engine().start(sending, CallOptions.none());
      future.cancel(true);
      sending.bodyArrives.complete(null);

      assertCancelled(future);
      assertThat(sending.sends).isEmpty();
    }
    CompletableFuture<Reply> last = shared.engine().start(oneShot(), CallOptions.none());
    assertThat(last).isCompletedWithValueMatching(reply -> reply.status() == 200);
  }

  private StubExchange oneShot() {
    StubExchange sending = new StubExchange(time, Step.reply(200));
    sending.replayability = Replayability.ONE_SHOT;
    sending.body = "hello";
    return sending;
  }

  @Test
  @Tag("O4")
  void everyWayToEndTheFutureFromOutsideEndsTheCall() {
    List<java.util.function.Consumer<CompletableFuture<Reply>>> ways =
        List.of(
            future -> future.cancel(false),
            future -> future.complete(null),
            future -> future.completeExceptionally(new IOException("enough")),
            future -> future.thenApply(reply -> reply).cancel(true),
            future -> future.copy().completeExceptionally(new IOException("enough")));
    for (var way : ways) {
      CompletableFuture<Reply> future = start(Step.reply(503));

      way.accept(future);

      assertThat(time.pending()).isEmpty();
      assertThat(exchange.sends).hasSize(1);
    }
  }

  @Test
  @Tag("O4")
  void aTimeLimitOnTheFutureEndsTheCall() {
    CompletableFuture<Reply> future = start(Step.reply(503));

    future.orTimeout(1, TimeUnit.NANOSECONDS);

    assertThatThrownBy(() -> Futures.get(future))
        .isInstanceOf(java.util.concurrent.TimeoutException.class);
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("O4")
  void aDependentStageThatFailsDoesNotCountAsACancel() {
    CompletableFuture<Reply> future = start(Step.reply(503), Step.reply(200));
    CompletableFuture<Object> dependent =
        future.thenApply(
            reply -> {
              throw new IllegalStateException("bug");
            });

    time.advanceUntil(future::isDone);

    assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 200);
    assertThat(dependent).isCompletedExceptionally();
  }

  @Test
  @Tag("O4")
  void aCancelAfterTheEndChangesNothing() {
    CompletableFuture<Reply> future = start(Step.reply(200));

    assertThat(future.cancel(true)).isFalse();
    assertThat(exchange.cancels).hasValue(0);
    assertThat(report.get().delivered()).isTrue();
  }

  @Test
  @Tag("C7")
  void aStageMayCompleteLater() {
    plan.perAttempt(new TestStage("token", log, request -> later(seconds(2))));
    CompletableFuture<Reply> future = start(Step.reply(503), Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThat(exchange.sends).extracting(Sent::at).containsExactly(seconds(2), seconds(5));
  }

  private CompletableFuture<Void> later(Duration delay) {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    time.after(delay, () -> ready.complete(null));
    return ready;
  }

  @Test
  @Tag("T2")
  @Tag("C7")
  void theAttemptTimeoutEndsAStageThatIsNotReady() {
    plan.attemptTimeout(seconds(3)).retry(r -> r.maxRetries(1));
    plan.perAttempt(new TestStage("slow", log, request -> new CompletableFuture<>()));
    CompletableFuture<Reply> future = start(Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isInstanceOf(AttemptTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(7));
    assertThat(report.get().attempts()).hasSize(2);
    assertThat(report.get().sends()).isZero();
    assertThat(log).filteredOn(line -> line.contains("ended")).hasSize(2);
  }

  @Test
  @Tag("T1")
  void theCallTimeoutEndsAStageOfTheCallRingThatIsNotReady() {
    plan.callTimeout(seconds(3)).attemptTimeout(seconds(1));
    plan.perCall(new TestStage("slow", log, request -> new CompletableFuture<>()));
    CompletableFuture<Reply> future = start(Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isInstanceOf(CallTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(3));
    assertThat(report.get().gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutDoesNotCoverAStageOfTheCallRing() {
    plan.attemptTimeout(seconds(1));
    plan.perCall(new TestStage("slow", log, request -> later(seconds(9))));
    CompletableFuture<Reply> future = start(Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 200);
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutDoesNotCoverTheReadingOfTheBody() {
    plan.attemptTimeout(seconds(1));
    exchange = oneShot();
    exchange.bodyArrives = later(seconds(9));
    CompletableFuture<Reply> future = start();

    time.advanceUntil(future::isDone);

    assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 200);
  }

  @Test
  @Tag("T1")
  void theCallTimeoutCoversTheReadingOfTheBody() {
    plan.callTimeout(seconds(3));
    exchange = oneShot();
    exchange.bodyArrives = new CompletableFuture<>();
    CompletableFuture<Reply> future = start();

    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isInstanceOf(CallTimeoutException.class);
    assertThat(exchange.sends).isEmpty();
  }

  @Test
  @Tag("T3")
  void aTimedOutAttemptIsStoppedOnTheWire() {
    plan.attemptTimeout(seconds(1)).retry(r -> r.maxRetries(0));
    CompletableFuture<Reply> future = start(Step.silence());

    time.advanceUntil(future::isDone);

    assertThat(exchange.cancels).hasValue(1);
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("T2")
  void aResponseAfterTheTimeoutIsDroppedAndItsAttemptIsNotEndedTwice() {
    plan.attemptTimeout(seconds(1)).perAttempt(TestStage.noting("stage", log));
    CompletableFuture<Reply> future =
        start(Step.reply(200).after(seconds(1.5)).ignoringCancel(), Step.reply(201));

    time.advanceUntil(future::isDone);

    assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 201);
    assertThat(log)
        .containsExactly(
            "stage 1", "stage 1 ended AttemptTimeoutException", "stage 2", "stage 2 ended 201");
  }

  @Test
  @Tag("W7")
  void aWaitingCallHoldsNoThread() {
    CompletableFuture<Reply> future = start(Step.reply(503), Step.reply(200));

    assertThat(future).isNotDone();
    assertThat(time.pending()).hasSize(1);
  }

  @Test
  @Tag("X3")
  void aTimerSaysWhatItIsForAndOfWhichCall() {
    plan.attemptTimeout(seconds(30));
    plan.perAttempt(
        new TestStage(
            "token",
            log,
            request -> request.attempt() == 1 ? Stage.done() : new CompletableFuture<>()));
    start(Step.reply(503).after(seconds(1)));

    assertThat(lastTimer())
        .startsWith(
            "timer of the limit of an attempt, test: GET https://api.example.com/v1/things?..., set"
                + " by thread");
    time.advance(seconds(1));
    assertThat(lastTimer()).startsWith("timer of the wait before another attempt, test: GET ");
    time.advanceToNextTimer();
    assertThat(lastTimer()).startsWith("timer of the limit of a stage, test: GET ");
  }

  private String lastTimer() {
    return time.pending().get(time.pending().size() - 1).who();
  }

  @Test
  @Tag("W8")
  void aSuspendLeadsToOneAttemptOnWaking() {
    CompletableFuture<Reply> future = start(Step.reply(503));

    time.jump(Duration.ofHours(1));

    assertThat(exchange.sends).extracting(Sent::at).containsExactly(seconds(0), seconds(3600));
    assertThat(future).isNotDone();
  }

  @Test
  @Tag("W2")
  void aTimerThatComesEarlyIsSetAgain() {
    AtomicInteger woken = new AtomicInteger();
    plan.time(
        new ForwardingTime(time) {
          @Override
          public Timer schedule(long deadline, Runnable task) {
            long left = deadline - nanoTime();
            return super.schedule(
                deadline - left / 10,
                () -> {
                  woken.incrementAndGet();
                  task.run();
                });
          }
        });
    CompletableFuture<Reply> future = start(Step.reply(503, "5"), Step.reply(200));

    time.advanceUntil(future::isDone);

    assertThat(exchange.sends).extracting(Sent::at).containsExactly(seconds(0), seconds(5));
    assertThat(woken).hasValueGreaterThan(1);
  }

  @Test
  @Tag("W7")
  void tenThousandAttemptsWithoutAWaitDoNotOverflowTheStack() {
    plan.retry(r -> r.maxRetries(10_000).baseDelay(Duration.ZERO));

    CompletableFuture<Reply> future = start(Step.reply(503));

    assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 503);
    assertThat(exchange.sends).hasSize(10_001);
  }

  @Test
  @Tag("C7")
  void tenThousandAttemptsWithStagesThatAreReadyDoNotOverflowTheStack() {
    plan.retry(r -> r.maxRetries(10_000).baseDelay(Duration.ZERO));
    plan.perAttempt(new TestStage("x", log, r -> CompletableFuture.completedFuture(r.attempt())));

    CompletableFuture<Reply> future = start(Step.reply(503));

    assertThat(future).isDone();
    assertThat(exchange.sends).hasSize(10_001);
  }
}
