package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.http.ResponseHead;
import dev.heed.testing.VirtualTime;
import dev.heed.transport.Done;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens while the question of the gate is being answered. */
final class GateTest {

  private final VirtualTime time = new VirtualTime();
  private final ManualExchange host = new ManualExchange();

  private CompletableFuture<Reply> start(ManualExchange exchange, Predicate<ResponseHead> whether) {
    return Heed.builder("test")
        .time(time)
        .attemptTimeout(Duration.ofSeconds(5))
        .retry(r -> r.jitter(Jitter.NONE).shouldRetry(whether))
        .build()
        .engine()
        .start(exchange, CallOptions.none());
  }

  @Test
  @Tag("R7")
  void anEndThatComesWhileTheGateIsAnsweredIsNotLost() {
    IOException reset = new IOException("reset");
    CompletableFuture<Reply> future =
        start(
            host,
            head -> {
              host.done.done(null, reset);
              return false;
            });

    assertThat(host.askGate(200)).isFalse();
    time.advance(Duration.ofSeconds(1));

    assertThat(host.starts).hasValue(2);
    assertThat(future).isNotDone();
    future.cancel(true);
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("R7")
  void aResponseThatComesWhileTheGateIsAnsweredIsHandedOver() {
    Reply early = ManualExchange.reply(200);
    CompletableFuture<Reply> future =
        start(
            host,
            head -> {
              host.done.done(early, null);
              return false;
            });

    var unused = host.askGate(200);

    assertThat(future).isCompletedWithValue(early);
    assertThat(host.discards).hasValue(0);
  }

  @Test
  @Tag("R7")
  void aSecondEndWithinTheStartIsDropped() {
    Reply first = ManualExchange.reply(200);
    ManualExchange twice =
        new ManualExchange() {
          @Override
          public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
            done.done(first, null);
            done.done(reply(200), null);
            return cancels::incrementAndGet;
          }
        };

    assertThat(start(twice, head -> false)).isCompletedWithValue(first);
    assertThat(twice.discards).hasValue(1);
  }

  @Test
  @Tag("O1")
  void aFailureWhileAResponseIsThrownAwayChangesNothing() {
    CompletableFuture<Reply> future = start(host, head -> head.status() == 404);
    assertThat(host.askGate(404)).isFalse();
    host.done.done(null, new IOException("the drain was cut"));

    time.advance(Duration.ofSeconds(1));

    assertThat(host.starts).hasValue(2);
    assertThat(future).isNotDone();
  }

  @Test
  @Tag("R4")
  void aCancelOfTheHostWhileAResponseIsThrownAwayEndsTheCall() {
    CompletableFuture<Reply> future = start(host, head -> head.status() == 404);
    assertThat(host.askGate(404)).isFalse();

    host.done.done(null, new java.util.concurrent.CancellationException("closed"));

    assertThatThrownBy(() -> Futures.get(future)).hasMessage("closed");
    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("T2")
  void aTimeoutThatComesWhileTheGateIsAnsweredEndsTheAttempt() {
    CompletableFuture<Reply> future =
        start(
            host,
            head -> {
              time.advance(Duration.ofSeconds(6));
              return false;
            });

    assertThat(host.askGate(200)).isFalse();

    assertThat(host.cancels).hasValue(1);
    host.done.done(ManualExchange.reply(200), null);
    assertThat(host.discards).hasValue(1);
    time.advance(Duration.ofSeconds(1));
    assertThat(host.starts).hasValue(2);
    assertThat(future).isNotDone();
  }

  @Test
  @Tag("R7")
  void aGateThatIsAskedAfterTheEndSaysNo() {
    CompletableFuture<Reply> future = start(host, head -> false);
    host.done.done(ManualExchange.reply(200), null);
    assertThat(future).isDone();

    assertThat(host.askGate(200)).isFalse();
  }

  @Test
  @Tag("R7")
  void aSecondEndIsDropped() {
    CompletableFuture<Reply> future = start(host, head -> false);
    assertThat(host.askGate(200)).isTrue();
    Reply first = ManualExchange.reply(200);
    host.done.done(first, null);
    host.done.done(ManualExchange.reply(200), null);

    assertThat(future).isCompletedWithValue(first);
    assertThat(host.discards).hasValue(1);
  }

  @Test
  @Tag("O4")
  void aGateThatIsStillAnsweredWhenTheStartReturnsIsNoCancel() throws Exception {
    CountDownLatch inGate = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    ManualExchange eager = new EagerExchange(inGate);
    CompletableFuture<Reply> future =
        start(
            eager,
            head -> {
              inGate.countDown();
              await(started);
              return false;
            });

    assertThat(eager.cancels).hasValue(0);
    started.countDown();
    assertThat(Futures.get(future).status()).isEqualTo(200);
    assertThat(eager.cancels).hasValue(0);
  }

  @Test
  @Tag("O4")
  void aFailureToStartIsAFailureOfTheAttempt() {
    ManualExchange broken =
        new ManualExchange() {
          @Override
          public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
            starts.incrementAndGet();
            throw new IllegalStateException("no");
          }
        };
    CompletableFuture<Reply> future = start(broken, head -> false);

    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isInstanceOf(IllegalStateException.class);
    assertThat(broken.starts).hasValue(4);
  }

  @Test
  @Tag("R7")
  void aHostThatGivesNothingAtAllFailsTheCall() {
    CompletableFuture<Reply> future = start(host, head -> false);

    host.done.done(null, null);

    assertThatThrownBy(() -> Futures.get(future)).hasMessage("the transport gave no response");
    assertThat(time.pending()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Asks the gate on a thread of its own, before its start returns. */
  private static final class EagerExchange extends ManualExchange {

    private final CountDownLatch inGate;

    EagerExchange(CountDownLatch inGate) {
      this.inGate = inGate;
    }

    @Override
    public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
      Thread selector =
          new Thread(
              () -> {
                boolean keep = gate.keep(ResponseHead.of(200, java.util.Map.of()));
                done.done(keep ? reply(200) : null, keep ? null : new IOException("cut"));
              });
      selector.start();
      await(inGate);
      return cancels::incrementAndGet;
    }
  }
}
