package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.http.ResponseHead;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.testing.VirtualTime;
import dev.heed.transport.Done;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many hedged calls, many threads, and everything that can go wrong at random. */
final class HedgeStressTest {

  private static final int CALLS = 10_000;
  private static final int AT_ONCE = 500;
  private static final long SEED = 20261130;

  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final VirtualTime time = new VirtualTime(VirtualTime.START, threads);
  private final AtomicLong seeds = new AtomicLong(SEED);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();
  private final AtomicInteger prepared = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private SplittableRandom random() {
    return new SplittableRandom(seeds.incrementAndGet());
  }

  @Test
  @Tag("Z2")
  @Tag("G4")
  @Tag("O4")
  void noCallHangsLosersAreCancelledAndEverythingIsSettledOnce() throws Exception {
    time.draws(() -> 0.5);
    RandomGuard guard = new RandomGuard(time, random());
    Heed plan =
        Heed.builder("stress")
            .time(time)
            .hedge(h -> h.maxHedges(3).delayBy((request, hedge) -> millis(random(), 400)))
            .callTimeout(Duration.ofSeconds(20))
            .attemptTimeout(Duration.ofSeconds(3))
            .concurrencyLimit(AT_ONCE)
            .retryBudget()
            .perAttempt(guard)
            .perAttempt(new Counting())
            .build();

    for (int round = 0; round < CALLS / AT_ONCE; round++) {
      playRound(plan);
    }

    assertThat(time.pending()).isEmpty();
    assertThat(guard).hasToString("all settled");
    assertThat(told).hasValue(prepared.get());
    assertThat(wrong).hasValue(0);
    assertThat(running).hasValue(0);
    assertThat(plan.partitions().get(0).toString()).contains("concurrency limit: 0 of");
  }

  private void playRound(Heed plan) throws Exception {
    SplittableRandom chance = random();
    List<CompletableFuture<?>> ended = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      RandomHost host = new RandomHost(random());
      CompletableFuture<Reply> call = plan.engine().start(host, CallOptions.none());
      ended.add(host.over);
      ended.add(call.handle((reply, failure) -> null));
      if (chance.nextInt(4) == 0) {
        time.after(millis(chance, 3000), () -> call.cancel(true));
      }
    }
    CompletableFuture<?> all = CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new));
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!all.isDone()) {
      assertThat(System.nanoTime() - giveUp).as("a call hangs, seed " + SEED).isNegative();
      time.advance(Duration.ofMillis(50));
      Thread.onSpinWait();
    }
    // What a host left behind for later is not a timer of the engine's; losers finish meanwhile.
    for (int i = 0; i < 40; i++) {
      time.advance(Duration.ofSeconds(1));
      threads.submit(() -> {}).get();
    }
  }

  private static Duration millis(SplittableRandom chance, int bound) {
    return Duration.ofMillis(chance.nextInt(bound));
  }

  /** Counts, and notes an end without a beginning or a second one. */
  private final class Counting implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      prepared.incrementAndGet();
      if (request.attributes().put("attempt " + request.attempt(), true) != null) {
        wrong.incrementAndGet();
      }
      SplittableRandom chance = random();
      int dice = chance.nextInt(20);
      if (dice == 0) {
        throw new IllegalStateException("stage");
      }
      if (dice < 5) {
        CompletableFuture<Void> later = new CompletableFuture<>();
        time.after(millis(chance, 700), () -> later.complete(null));
        return later;
      }
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      told.incrementAndGet();
      if (request.attributes().remove("attempt " + request.attempt()) == null) {
        wrong.incrementAndGet();
      }
    }
  }

  /**
   * Answers or fails now or later, asks its gate or not. An attempt counts as running until it has
   * ended by itself or was cancelled, so that a loser that nobody cancels is left over.
   */
  private final class RandomHost extends ManualExchange {

    final CompletableFuture<Void> over = new CompletableFuture<>();
    private final SplittableRandom chance;
    private final AtomicInteger kept = new AtomicInteger();

    RandomHost(SplittableRandom chance) {
      this.chance = chance;
    }

    @Override
    public void ended() {
      if (!over.complete(null)) {
        wrong.incrementAndGet();
      }
    }

    @Override
    public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
      int dice;
      int way;
      Duration delay;
      boolean asks;
      synchronized (chance) {
        dice = chance.nextInt(12);
        way = chance.nextInt(6);
        delay = millis(chance, 2500);
        asks = chance.nextInt(4) > 0;
      }
      running.incrementAndGet();
      AtomicBoolean ended = new AtomicBoolean();
      Runnable once =
          () -> {
            if (ended.compareAndSet(false, true)) {
              running.decrementAndGet();
              play(dice, asks, gate, done);
            }
          };
      switch (way) {
        case 0 -> once.run();
        case 1 -> threads.execute(once);
        // Never answers by itself: somebody has to cancel it.
        case 2 -> {}
        default -> time.after(delay, once);
      }
      return () -> {
        if (ended.compareAndSet(false, true)) {
          running.decrementAndGet();
          done.done(null, new CancellationException("on the wire"));
        }
      };
    }

    private void play(int dice, boolean asks, Gate gate, Done<Reply> done) {
      if (dice < 3) {
        done.done(null, new IOException("reset"));
        return;
      }
      int status = dice < 7 ? 503 : 200;
      Map<String, List<String>> headers =
          dice == 6 ? Map.of("Retry-After", List.of("1")) : Map.of();
      if (asks && !gate.keep(ResponseHead.of(status, headers))) {
        done.done(null, null);
        return;
      }
      if (dice == 9) {
        done.done(null, new IOException("cut"));
        return;
      }
      if (asks && kept.incrementAndGet() > 1) {
        // Two bodies of one call would have reached the caller's handler.
        wrong.incrementAndGet();
      }
      done.done(reply(status), null);
    }
  }
}
