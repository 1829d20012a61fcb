package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.http.Replayability;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class BlockingTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<CallReport> reports = new ArrayList<>();
  private final Heed.Builder plan =
      Heed.builder("test")
          .time(time)
          .retry(r -> r.jitter(Jitter.NONE).maxRetries(50).maxDelay(Duration.ofSeconds(1)))
          .listener(
              new CallListener() {
                @Override
                public void callStarted(CallInfo call) {
                  events.add("started");
                }

                @Override
                public void callEnded(CallInfo call, CallReport report) {
                  events.add("ended");
                  reports.add(report);
                }
              });
  private StubExchange exchange = new StubExchange(time, Step.reply(503));

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private void assertInterrupted(int sends) {
    assertThatThrownBy(() -> plan.build().engine().run(exchange, CallOptions.none()))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(exchange.sends).hasSize(sends);
    assertThat(events).containsExactly("started", "ended");
    assertThat(reports.get(0).gaveUpBecause()).contains(GaveUpBecause.INTERRUPTED);
  }

  @Test
  @Tag("W7")
  @Tag("R4")
  void anInterruptDuringTheWaitEndsTheCallAtOnceAndIsKept() {
    time.after(Duration.ofMillis(1500), Thread.currentThread()::interrupt);

    assertInterrupted(2);

    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  @Tag("W7")
  void anInterruptedThreadSendsNothing() {
    Thread.currentThread().interrupt();
    plan.perCall(TestStage.noting("call", log));

    assertInterrupted(0);

    assertThat(log).isEmpty();
  }

  @Test
  @Tag("R4")
  void anInterruptDuringTheSendIsNotRetried() {
    exchange = new StubExchange(time, Step.silence());
    plan.perAttempt(TestStage.noting("stage", log));
    time.after(Duration.ofSeconds(3), Thread.currentThread()::interrupt);

    assertInterrupted(1);

    assertThat(log).containsExactly("stage 1", "stage 1 ended InterruptedException");
  }

  @Test
  @Tag("W7")
  void anInterruptWhileAStageIsNotReadyEndsTheCall() {
    plan.perAttempt(
        new TestStage(
            "slow",
            log,
            request -> {
              Thread.currentThread().interrupt();
              return new CompletableFuture<>();
            }));

    assertInterrupted(0);

    assertThat(log).containsExactly("slow 1", "slow 1 ended InterruptedException");
  }

  @Test
  @Tag("W7")
  @Tag("B2")
  void anInterruptWhileTheBodyIsReadGivesItsMemoryBack() {
    exchange.replayability = Replayability.ONE_SHOT;
    exchange.bodyArrives = new CompletableFuture<>();
    plan.perCall(Stage.of("x", request -> Thread.currentThread().interrupt()));

    assertInterrupted(0);
    assertThat(exchange.buffers).hasValue(1);
  }

  @Test
  @Tag("O7")
  void everythingRunsOnTheCallersThread() throws Exception {
    List<Thread> threads = new ArrayList<>();
    plan.perCall(Stage.of("call", request -> threads.add(Thread.currentThread())));
    plan.perAttempt(Stage.of("attempt", request -> threads.add(Thread.currentThread())));
    exchange = new StubExchange(time, Step.reply(503), Step.reply(200));

    plan.build().engine().run(exchange, CallOptions.none());

    assertThat(threads).hasSize(3).containsOnly(Thread.currentThread());
  }

  @Test
  @Tag("C7")
  void aStageMayCompleteLaterOnAnotherThread() throws Exception {
    VirtualTime moved = new VirtualTime();
    CompletableFuture<Void> token = new CompletableFuture<>();
    plan.time(moved).callTimeout(Duration.ofSeconds(9));
    plan.perAttempt(new TestStage("token", log, request -> token));
    exchange = new StubExchange(moved, Step.reply(200));
    FutureTask<Reply> call = inBackground();

    moved.awaitTimers(1);
    moved.advance(Duration.ofSeconds(8));
    token.complete(null);

    assertThat(call.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    assertThat(moved.pending()).isEmpty();
  }

  @Test
  @Tag("T1")
  void theCallTimeoutEndsAStageThatIsNotReadyOnTheClockOfThePlan() throws Exception {
    VirtualTime moved = new VirtualTime();
    plan.time(moved).callTimeout(Duration.ofDays(9));
    plan.perAttempt(new TestStage("token", log, request -> new CompletableFuture<>()));
    exchange = new StubExchange(moved, Step.reply(200));
    FutureTask<Reply> call = inBackground();

    moved.awaitTimers(1);
    moved.advance(Duration.ofDays(9));

    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
    assertThat(log).containsExactly("token 1", "token 1 ended CallTimeoutException");
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutEndsAStageThatIsNotReadyAndTheCallGoesOn() throws Exception {
    VirtualTime moved = new VirtualTime();
    plan.time(moved)
        .reports(true)
        .attemptTimeout(Duration.ofSeconds(5))
        .retry(r -> r.maxRetries(1));
    plan.perAttempt(
        new TestStage(
            "token",
            log,
            request -> request.attempt() > 1 ? Stage.done() : new CompletableFuture<>()));
    exchange = new StubExchange(moved, Step.reply(200));
    FutureTask<Reply> call = inBackground();

    moved.awaitTimers(1);
    moved.advance(Duration.ofSeconds(5));
    moved.awaitTimers(1);
    moved.advance(Duration.ofSeconds(1));

    Reply reply = call.get(20, TimeUnit.SECONDS);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(CallReport.of(reply).attempts())
        .extracting(AttemptReport::sent)
        .containsExactly(false, true);
    assertThat(log).contains("token 1 ended AttemptTimeoutException", "token 2 ended 200");
  }

  private FutureTask<Reply> inBackground() {
    Heed built = plan.build();
    FutureTask<Reply> call =
        new FutureTask<>(() -> built.engine().run(exchange, CallOptions.none()));
    Thread thread = new Thread(call);
    thread.setDaemon(true);
    thread.start();
    return call;
  }
}
