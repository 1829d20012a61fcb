package dev.heed.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.guard.Permit;
import dev.heed.guard.Settlement;
import dev.heed.testing.VirtualTime;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that come and go. Each begins from its seed, which is in the name of the test. */
class BulkheadStressTest {

  private static final int MOST = 5;

  private final Bulkhead own =
      Bulkhead.of(
          "orders",
          BulkheadConfig.custom().maxConcurrentCalls(MOST).maxWaitDuration(Duration.ZERO).build());
  private final Guarding limit = new Guarding(Resilience4j.bulkhead(own), new VirtualTime());
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger peak = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  @Tag("G3")
  void noMoreThanTheLimitRunAndNoPlaceIsLost(long seed) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Random random = new Random(seed * 31 + i);
      threads.add(new Thread(() -> comeAndGo(random)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(peak.get()).isPositive().isLessThanOrEqualTo(MOST);
    assertThat(own.getMetrics().getAvailableConcurrentCalls()).isEqualTo(MOST);
    assertThat(limit.guard.isIdle()).isTrue();
  }

  private void comeAndGo(Random random) {
    Deque<Permit> held = new ArrayDeque<>();
    for (int step = 0; step < 5_000; step++) {
      if (random.nextBoolean() && limit.ask() instanceof Permit permit) {
        peak.accumulateAndGet(running.incrementAndGet(), Math::max);
        held.add(permit);
      } else if (!held.isEmpty()) {
        leave(held, random);
      }
    }
    while (!held.isEmpty()) {
      leave(held, random);
    }
  }

  private void leave(Deque<Permit> held, Random random) {
    running.decrementAndGet();
    Guarding.settle(held.remove(), Settlement.values()[random.nextInt(3)]);
  }
}
