package dev.heed.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("T1")
@Tag("T2")
final class LimitWheelTest {

  private static final long TICK = LimitWheel.TICK_NANOS;
  private static final long SECOND = 1_000_000_000;

  /** A second before the readings of the clock wrap. */
  private static final long START = Long.MAX_VALUE - SECOND;

  private long now = START;
  private final LimitWheel wheel = new LimitWheel(START, Runnable::run);
  private final List<String> ran = new ArrayList<>();

  private TimeSource.Timer set(long in, String name) {
    return wheel.add(now + in, () -> ran.add(name));
  }

  private void advance(long by) {
    for (long end = now + by; now - end < 0; ) {
      now += Math.min(TICK, end - now);
      wheel.advance(now);
    }
  }

  @Test
  void aLimitRunsWhenItsTimeHasCome() {
    set(3 * TICK, "limit");
    advance(3 * TICK - 1);
    assertThat(ran).isEmpty();
    advance(1);
    assertThat(ran).containsExactly("limit");
    advance(20 * SECOND);
    assertThat(ran).hasSize(1);
  }

  @Test
  void oneBetweenTwoTicksRunsWithTheLater() {
    set(2 * TICK + 1, "limit");
    advance(2 * TICK);
    assertThat(ran).isEmpty();
    advance(TICK);
    assertThat(ran).containsExactly("limit");
  }

  @Test
  void oneThatIsTakenBackDoesNotRun() {
    TimeSource.Timer first = set(SECOND, "first");
    TimeSource.Timer second = set(SECOND, "second");
    TimeSource.Timer third = set(SECOND, "third");
    second.cancel();
    second.cancel();
    first.cancel();
    advance(2 * SECOND);
    third.cancel();

    assertThat(ran).containsExactly("third");
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void oneThatIsManyRoundsAwayWaitsForItsOwn() {
    set(60 * SECOND, "limit");
    advance(60 * SECOND - 1);
    assertThat(ran).isEmpty();
    advance(TICK);
    assertThat(ran).containsExactly("limit");
  }

  @Test
  void onePastRunsAtOnce() {
    advance(SECOND);
    set(0, "now");
    set(-SECOND, "past");
    set(-5 * SECOND, "before the wheel");
    assertThat(ran).containsExactly("now", "past", "before the wheel");
  }

  @Test
  void oneTooFarOffForTheClockNeverRuns() {
    advance(SECOND);
    set(Long.MAX_VALUE, "never");
    advance(30 * SECOND);
    assertThat(ran).isEmpty();
    assertThat(wheel.isEmpty()).isFalse();
  }

  @Test
  void afterASuspendAllThatIsDueRunsOnce() {
    for (int second = 1; second < 100; second++) {
      set(second * SECOND, "" + second);
    }
    now += 50 * SECOND;
    wheel.advance(now);
    assertThat(ran).hasSize(50).doesNotHaveDuplicates();
    advance(50 * SECOND);
    assertThat(ran).hasSize(99);
  }

  @Test
  void noneIsEarlyAndNoneMoreThanATickLate() {
    SplittableRandom chance = new SplittableRandom(20260301);
    AtomicLong worst = new AtomicLong();
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < 2000; i++) {
      long deadline = now + chance.nextLong(20 * SECOND);
      wheel.add(
          deadline,
          () -> {
            count.incrementAndGet();
            assertThat(now - deadline).isNotNegative();
            worst.accumulateAndGet(now - deadline, Math::max);
          });
      advance(chance.nextLong(TICK));
    }
    advance(21 * SECOND);

    assertThat(count).hasValue(2000);
    assertThat(worst.get()).isLessThan(2 * TICK);
  }

  @Test
  @Timeout(60)
  void noLimitIsLostBetweenThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicLong clock = new AtomicLong();
    LimitWheel shared = new LimitWheel(0, Runnable::run);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger kept = new AtomicInteger();
    int each = 200_000;
    CountDownLatch done = new CountDownLatch(2);
    for (int thread = 0; thread < 2; thread++) {
      SplittableRandom chance = new SplittableRandom(thread);
      threads.execute(
          () -> {
            for (int i = 0; i < each; i++) {
              TimeSource.Timer timer =
                  shared.add(clock.get() + chance.nextLong(3 * TICK), running::incrementAndGet);
              if (chance.nextBoolean()) {
                kept.incrementAndGet();
              } else {
                timer.cancel();
              }
            }
            done.countDown();
          });
    }
    while (done.getCount() > 0) {
      shared.advance(clock.addAndGet(TICK / 3));
    }
    shared.advance(clock.addAndGet(4 * TICK));
    threads.shutdown();

    assertThat(shared.isEmpty()).isTrue();
    // One that was taken back may have run before.
    assertThat(running.get()).isBetween(kept.get(), 2 * each);
  }

  @Test
  @Timeout(60)
  void theThreadRestsWhenThereIsNothingToDoAndIsWoken() throws Exception {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    LimitThread limits = new LimitThread(Runnable::run, 1);
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Thread> next = new CompletableFuture<>();
      limits.add(System.nanoTime() + TICK, () -> next.complete(Thread.currentThread()));
      Thread thread = next.get(30, TimeUnit.SECONDS);
      assertThat(thread.isDaemon()).isTrue();
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      ran.complete(thread);
      assertThat(ran).isCompletedWithValue(thread);
    }
  }

  @Test
  void aLimitOfTheSystemRunsOnItsExecutor() throws Exception {
    TimeSource time = TimeSource.system();
    CompletableFuture<String> ran = new CompletableFuture<>();
    long deadline = time.nanoTime() + 2 * TICK;
    time.scheduleLimit(deadline, () -> ran.complete(Thread.currentThread().getName()));

    assertThat(ran.get(30, TimeUnit.SECONDS)).startsWith("heed-call");
    assertThat(time.nanoTime() - deadline).isNotNegative();
  }
}
