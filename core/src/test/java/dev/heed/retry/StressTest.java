package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.http.ResponseHead;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.stage.TransientStageException;
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

/** Many calls, many threads, and everything that can go wrong at random. */
final class StressTest {

  private static final int CALLS = 20_000;
  private static final int AT_ONCE = 500;
  private static final long SEED = 20260301;

  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final VirtualTime time = new VirtualTime(VirtualTime.START, threads);
  private final AtomicLong seeds = new AtomicLong(SEED);
  private final Counting callStage = new Counting(false);
  private final Counting attemptStage = new Counting(true);
  private final Counting innerStage = new Counting(true);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private SplittableRandom random() {
    return new SplittableRandom(seeds.incrementAndGet());
  }

  @Test
  @Tag("O4")
  @Tag("C1")
  @Tag("W7")
  void noCallHangsNoTimerStaysAndEveryStageIsToldOnce() throws Exception {
    SplittableRandom chance = new SplittableRandom(SEED);
    time.draws(() -> 0.5);
    Heed plan =
        Heed.builder("stress")
            .time(time)
            .callTimeout(Duration.ofSeconds(20))
            .attemptTimeout(Duration.ofSeconds(3))
            .perCall(callStage)
            .perAttempt(attemptStage)
            .perAttempt(innerStage)
            .build();
    AtomicInteger ended = new AtomicInteger();
    for (int round = 0; round < CALLS / AT_ONCE; round++) {
      playRound(plan, chance, ended);
    }

    assertThat(ended).hasValue(CALLS);
    assertThat(time.pending()).isEmpty();
    assertThat(callStage.prepared).hasValue(CALLS);
    for (Counting stage : List.of(callStage, attemptStage, innerStage)) {
      assertThat(stage.wrong).hasValue(0);
      assertThat(stage.ended).hasValue(stage.prepared.get());
    }
  }

  @Test
  @Tag("G4")
  @Tag("O4")
  void everyPermitIsSettledOnceAndEveryPlaceInALineIsGivenUpOnce() throws Exception {
    SplittableRandom chance = new SplittableRandom(SEED);
    time.draws(() -> 0.5);
    RandomGuard outer = new RandomGuard(time, random());
    RandomGuard inner = new RandomGuard(time, random());
    Heed plan =
        Heed.builder("stress")
            .time(time)
            .callTimeout(Duration.ofSeconds(20))
            .attemptTimeout(Duration.ofSeconds(3))
            .concurrencyLimit(AT_ONCE / 2)
            .retryBudget()
            .cooldown()
            .perCall(outer)
            .perCall(callStage)
            .perAttempt(inner)
            .perAttempt(attemptStage)
            .build();
    for (int round = 0; round < CALLS / AT_ONCE; round++) {
      playRound(plan, chance, new AtomicInteger());
    }

    assertThat(time.pending()).isEmpty();
    assertThat(List.of(outer.toString(), inner.toString())).containsOnly("all settled");
    assertThat(plan.partitions().get(0).toString())
        .contains("concurrency limit: 0 of", "cooldown: free");
    assertThat(callStage.ended).hasValue(callStage.prepared.get());
    assertThat(attemptStage.ended).hasValue(attemptStage.prepared.get());
  }

  private void playRound(Heed plan, SplittableRandom chance, AtomicInteger ended) throws Exception {
    List<CompletableFuture<Reply>> calls = new ArrayList<>();
    List<CompletableFuture<?>> told = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      RandomHost host = new RandomHost(random());
      CompletableFuture<Reply> call = plan.engine().start(host, CallOptions.none());
      calls.add(call);
      told.add(host.over);
      // The host is told before the caller is.
      told.add(call.handle((reply, failure) -> ended.incrementAndGet()));
      if (chance.nextInt(3) == 0) {
        time.after(millis(chance, 6000), () -> call.cancel(true));
      }
    }
    CompletableFuture<?> all = CompletableFuture.allOf(told.toArray(CompletableFuture[]::new));
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!all.isDone()) {
      assertThat(System.nanoTime() - giveUp).as("a call hangs").isNegative();
      time.advance(Duration.ofMillis(50));
      Thread.onSpinWait();
    }
    assertThat(calls).allMatch(CompletableFuture::isDone);
    // What a host or a cancel left behind for later is not a timer of the engine's.
    time.advance(Duration.ofSeconds(30));
    threads.submit(() -> {}).get();
  }

  private static Duration millis(SplittableRandom chance, int bound) {
    return Duration.ofMillis(chance.nextInt(bound));
  }

  /** Counts, and notes an end without a beginning or a second one. */
  private final class Counting implements Stage {

    final AtomicInteger prepared = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();
    final AtomicInteger wrong = new AtomicInteger();
    private final boolean fails;

    Counting(boolean fails) {
      this.fails = fails;
    }

    private String key(StageRequest request) {
      return System.identityHashCode(this) + "/" + request.attempt();
    }

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      prepared.incrementAndGet();
      if (request.attributes().put(key(request), true) != null) {
        wrong.incrementAndGet();
      }
      SplittableRandom chance = random();
      int dice = fails ? chance.nextInt(20) : chance.nextInt(2, 20);
      if (dice == 0) {
        throw new IllegalStateException("stage");
      }
      if (dice == 1) {
        return CompletableFuture.failedFuture(new TransientStageException("busy", null));
      }
      if (dice < 6) {
        CompletableFuture<Void> later = new CompletableFuture<>();
        time.after(millis(chance, 1500), () -> later.complete(null));
        return later;
      }
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      ended.incrementAndGet();
      if (request.attributes().remove(key(request)) == null) {
        wrong.incrementAndGet();
      }
    }
  }

  /** Answers or fails now or later, asks its gate or not, heeds a cancel or not. */
  private final class RandomHost extends ManualExchange {

    final CompletableFuture<Void> over = new CompletableFuture<>();
    private final SplittableRandom chance;

    RandomHost(SplittableRandom chance) {
      this.chance = chance;
    }

    @Override
    public void ended() {
      if (!over.complete(null)) {
        callStage.wrong.incrementAndGet();
      }
    }

    @Override
    public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
      int dice = chance.nextInt(10);
      boolean asks = chance.nextBoolean();
      Runnable end = () -> play(dice, asks, gate, done);
      AtomicBoolean ended = new AtomicBoolean();
      Runnable once =
          () -> {
            if (ended.compareAndSet(false, true)) {
              end.run();
            }
          };
      switch (chance.nextInt(3)) {
        case 0 -> once.run();
        case 1 -> threads.execute(once);
        default -> time.after(millis(chance, 4000), once);
      }
      boolean heeds = chance.nextBoolean();
      return () -> {
        if (heeds && ended.compareAndSet(false, true)) {
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
      done.done(reply(status), null);
    }
  }
}
