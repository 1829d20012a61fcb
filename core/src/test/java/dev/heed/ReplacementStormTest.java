package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.retry.CallOptions;
import dev.heed.retry.RefusedException;
import dev.heed.retry.Step;
import dev.heed.retry.StubExchange;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls on several threads while their settings are replaced over and over. */
@Tag("G8")
final class ReplacementStormTest {

  private static final int CALLERS = 4;
  private static final int CALLS = 3000;
  private static final int LIMIT = 2;

  /** Counts who is inside of the limit at the same time. */
  private static final class Crowd implements Stage {

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      Thread.onSpinWait();
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      inside.decrementAndGet();
    }
  }

  private final VirtualTime time = new VirtualTime();
  private final Crowd crowd = new Crowd();

  private ClientSettings settings(int number) {
    return ClientSettings.builder()
        .client(
            "a",
            plan ->
                plan.time(time)
                    .concurrencyLimit(LIMIT)
                    .perCall(crowd)
                    .retry(r -> r.maxRetries(number % 2)))
        .build();
  }

  private int admitted(Heed plan) throws Exception {
    int admitted = 0;
    for (int i = 0; i < CALLS; i++) {
      try {
        plan.engine().run(new StubExchange(time, Step.reply(503, "0")), CallOptions.none());
        admitted++;
      } catch (RefusedException e) {
        Thread.onSpinWait();
      }
    }
    return admitted;
  }

  @Test
  void noCallIsCountedTwiceOrForgotten() throws Exception {
    HeedRegistry registry = HeedRegistry.of(settings(0));
    Heed plan = registry.plan("a");
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<Integer>> callers = new ArrayList<>();
      Callable<Integer> caller = () -> admitted(plan);
      for (int i = 0; i < CALLERS; i++) {
        callers.add(threads.submit(caller));
      }
      for (int number = 1; callers.stream().anyMatch(future -> !future.isDone()); number++) {
        registry.replace(settings(number));
      }
      for (Future<Integer> future : callers) {
        assertThat(future.get()).isPositive();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(crowd.most.get()).isPositive().isLessThanOrEqualTo(LIMIT);
    assertThat(plan.partitions())
        .hasToString("[https://api.example.com, concurrency limit: 0 of 2]");
  }
}
