package dev.heed.resilience4j;

import static dev.heed.guard.Settlement.FAILURE;
import static dev.heed.guard.Settlement.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.guard.Permit;
import dev.heed.guard.Settlement;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories. Each begins from its seed, which is in the name of the test. */
class BreakerStressTest {

  private static final int TRIALS = 3;
  private static final Breaker HASTY =
      Breaker.builder()
          .minimum(4)
          .failureRate(0.5)
          .window(Duration.ofSeconds(2))
          .openFor(Duration.ofSeconds(1))
          .trials(TRIALS)
          .build();

  private final VirtualTime time = new VirtualTime();
  private final Guarding breaker = new Guarding(HASTY, time);

  private static Settlement any(Random random) {
    return Settlement.values()[random.nextInt(3)];
  }

  /** Whatever has happened, a server that is well again is found out within its trials. */
  private void recovers() {
    for (int i = 0; i < 2 && !breaker.guard.state().equals("closed"); i++) {
      time.advance(Duration.ofSeconds(1));
      for (int trial = 0; trial < TRIALS; trial++) {
        if (breaker.ask() instanceof Permit permit) {
          Guarding.settle(permit, SUCCESS);
        }
      }
    }
    assertThat(breaker.guard.state()).isEqualTo("closed");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  @Tag("G4")
  void noMoreThanItsTrialsRunAtATimeAndLateResultsChangeNothing(long seed) {
    Random random = new Random(seed);
    Deque<Permit> early = new ArrayDeque<>();
    Deque<Permit> trials = new ArrayDeque<>();
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(20) == 0) {
        time.advance(Duration.ofMillis(random.nextInt(800)));
      } else if (random.nextBoolean()) {
        boolean closed = breaker.guard.state().equals("closed");
        if (breaker.ask() instanceof Permit permit) {
          (closed ? early : trials).add(permit);
        }
        assertThat(trials).hasSizeLessThanOrEqualTo(TRIALS);
      } else {
        settleOne(random, early, trials);
      }
    }
    early.forEach(permit -> Guarding.settle(permit, FAILURE));
    trials.forEach(permit -> Guarding.settle(permit, FAILURE));
    recovers();
  }

  private void settleOne(Random random, Deque<Permit> early, Deque<Permit> trials) {
    String before = breaker.guard.state();
    if (!trials.isEmpty() && random.nextBoolean()) {
      Guarding.settle(trials.remove(), any(random));
    } else if (!early.isEmpty()) {
      Guarding.settle(early.remove(), any(random));
      if (!before.equals("closed")) {
        assertThat(breaker.guard.state()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  @Tag("G4")
  void threadsThatCancelAndComeLateNeverWedgeIt(long seed) throws Exception {
    AtomicInteger given = new AtomicInteger();
    AtomicInteger settled = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(4);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Random random = new Random(seed * 31 + i);
      threads.add(
          new Thread(
              () -> {
                hammer(random, given, settled);
                ended.countDown();
              }));
    }
    threads.forEach(Thread::start);
    while (ended.getCount() > 0) {
      time.advance(Duration.ofMillis(1));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(settled).hasValue(given.get());
    recovers();
  }

  /** Keeps up to 8 permits, so that many of them are late. */
  private void hammer(Random random, AtomicInteger given, AtomicInteger settled) {
    Deque<Permit> held = new ArrayDeque<>();
    for (int step = 0; step < 3_000; step++) {
      if (breaker.ask() instanceof Permit permit) {
        given.incrementAndGet();
        held.add(permit);
      }
      if (held.size() > 8 || (random.nextBoolean() && !held.isEmpty())) {
        Guarding.settle(held.remove(), any(random));
        settled.incrementAndGet();
      }
    }
    for (Permit permit : held) {
      Guarding.settle(permit, any(random));
      settled.incrementAndGet();
    }
  }
}
