package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.guard.GuardKind;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever ends a call, what it holds is given back exactly once. */
@Tag("G4")
final class GuardCancelTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final TestGuard outer = new TestGuard("outer", time, log);
  private final TestGuard inner = new TestGuard("inner", time, log);
  private final Heed.Builder plan = Heed.builder("test").time(time);

  private CompletableFuture<Reply> start(Step... steps) {
    return plan.build().engine().start(new StubExchange(time, steps), CallOptions.none());
  }

  @Test
  @Tag("O4")
  void aCancelDuringAnAttemptSettlesItsPermits() {
    plan.perCall(outer).perAttempt(inner);
    CompletableFuture<Reply> call = start(Step.silence());

    call.cancel(true);

    assertThat(log)
        .containsExactly(
            "outer admit 0",
            "inner admit 1",
            "inner settle IGNORED CancellationException",
            "outer settle IGNORED CancellationException");
  }

  @Test
  @Tag("O4")
  void aCancelWhileAGuardHoldsLeavesTheLine() {
    plan.perAttempt(outer).perAttempt(inner.holds(Duration.ofSeconds(5)));
    CompletableFuture<Reply> call = start(Step.reply(200));

    call.cancel(true);

    assertThat(log)
        .containsExactly(
            "outer admit 1",
            "inner admit 1",
            "inner leave",
            "outer settle IGNORED CancellationException");
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("O4")
  void aCancelWhileAGuardHoldsTheCallLeavesTheLine() {
    plan.perCall(outer.holds(Duration.ofSeconds(5)));
    CompletableFuture<Reply> call = start(Step.reply(200));

    call.cancel(true);

    assertThat(log).containsExactly("outer admit 0", "outer leave");
  }

  @Test
  @Tag("O4")
  void aCancelBetweenAttemptsFindsThemSettled() {
    plan.perAttempt(inner);
    CompletableFuture<Reply> call = start(Step.reply(503, "5"));

    call.cancel(true);

    assertThat(log)
        .containsExactly("inner admit 1", "inner hinted PT5S", "inner settle FAILURE 503");
  }

  @Test
  @Tag("W7")
  void anInterruptWhileAGuardHoldsLeavesTheLine() {
    plan.perAttempt(outer).perAttempt(inner.holds(Duration.ofSeconds(5)));
    // The stub's clock is moved by the sleeper, who is interrupted when the timer fires.
    Thread sleeper = Thread.currentThread();
    time.after(Duration.ofSeconds(1), sleeper::interrupt);

    assertThatThrownBy(
            () ->
                plan.build()
                    .engine()
                    .run(new StubExchange(time, Step.reply(200)), CallOptions.none()))
        .isInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(log)
        .containsExactly(
            "outer admit 1",
            "inner admit 1",
            "inner leave",
            "outer settle IGNORED InterruptedException");
  }

  @Test
  void aHostThatThrowsSettlesItsPermits() {
    plan.perCall(outer).perAttempt(inner).retry(r -> r.maxRetries(0));
    StubExchange exchange = new StubExchange(time, Step.failure(new IOException("reset")));

    assertThatThrownBy(() -> plan.build().engine().run(exchange, CallOptions.none()))
        .hasMessage("reset");

    assertThat(log)
        .containsExactly(
            "outer admit 0",
            "inner admit 1",
            "inner settle FAILURE IOException",
            "outer settle FAILURE IOException");
  }

  @Test
  @Tag("G6")
  void aRetryThatWasNotSentCostsNothing() {
    Heed limited = plan.retryBudget(b -> b.perSecond(0)).build();
    CompletableFuture<Reply> call =
        limited.engine().start(new StubExchange(time, Step.reply(503)), CallOptions.none());
    assertThat(limited.partitions().get(0).retryBudget().state()).isEqualTo("99 of 100 saved");

    call.cancel(true);

    assertThat(limited.partitions().get(0).retryBudget().state()).isEqualTo("100 of 100 saved");
  }

  @Test
  @Tag("G7")
  void aCancelledCallMakesRoomInTheLine() {
    Heed paused = plan.cooldown(c -> c.line(1)).retry(r -> r.maxRetries(0)).build();
    StubExchange exchange = new StubExchange(time, Step.reply(503, "20"), Step.reply(200));
    assertThat(paused.engine().start(exchange, CallOptions.none())).isCompleted();
    CompletableFuture<Reply> first = paused.engine().start(exchange, CallOptions.none());
    assertThat(paused.engine().start(exchange, CallOptions.none())).isCompletedExceptionally();

    first.cancel(true);

    assertThat(paused.engine().start(exchange, CallOptions.none())).isNotDone();
    assertThat(outer.ofKind(GuardKind.OTHER).state()).isNotNull();
  }
}
