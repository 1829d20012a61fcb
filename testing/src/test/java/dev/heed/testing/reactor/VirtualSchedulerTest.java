package dev.heed.testing.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.testing.PendingWait;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.function.Tuple2;
import reactor.util.retry.Retry;

@Tag("X3")
final class VirtualSchedulerTest {

  private final VirtualTime time = new VirtualTime();
  private final Scheduler scheduler = VirtualScheduler.on(time);
  private final List<Object> log = new CopyOnWriteArrayList<>();

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void aDelayEndsWhenTheClockSaysSo() {
    Mono.delay(seconds(7), scheduler).subscribe(log::add);

    time.advance(Duration.ofNanos(6_999_999_999L));
    assertThat(log).isEmpty();
    time.advance(Duration.ofNanos(1));

    assertThat(log).containsExactly(0L);
    assertThat(time.pending()).isEmpty();
  }

  @Test
  void aTimeoutPassesOnTheClock() {
    Mono.never().timeout(seconds(3), scheduler).subscribe(log::add, log::add);

    time.advance(seconds(3));

    assertThat(log).singleElement().isInstanceOf(TimeoutException.class);
  }

  @Test
  void aTimeoutThatIsNotNeededLeavesNothingBehind() {
    Mono.just("good").timeout(seconds(3), scheduler).subscribe(log::add);

    assertThat(log).containsExactly("good");
    time.verifyNothingPending();
  }

  @Test
  void retriesWaitOnTheClock() {
    AtomicInteger tries = new AtomicInteger();
    Mono.defer(
            () -> {
              log.add(time.elapsed().toSeconds());
              return tries.incrementAndGet() < 4
                  ? Mono.error(new IllegalStateException("busy"))
                  : Mono.just("good");
            })
        .retryWhen(Retry.backoff(5, seconds(1)).jitter(0).scheduler(scheduler))
        .subscribe(log::add);

    time.advance(seconds(10));

    assertThat(log).containsExactly(0L, 1L, 3L, 7L, "good");
  }

  @Test
  void anIntervalTicksWithoutDriftUntilItIsTakenBack() {
    Disposable ticks =
        Flux.interval(seconds(2), seconds(3), scheduler)
            .subscribe(tick -> log.add(time.elapsed().toSeconds()));

    time.advance(seconds(9));
    ticks.dispose();
    time.advance(seconds(9));

    assertThat(log).containsExactly(2L, 5L, 8L);
    assertThat(time.pending()).isEmpty();
  }

  @Test
  void aTaskWithoutADelayNeedsNoMove() {
    Mono.just("at once").publishOn(scheduler).subscribe(log::add);
    scheduler.schedule(() -> log.add("too"), 0, TimeUnit.SECONDS);

    assertThat(log).containsExactly("at once", "too");
  }

  @Test
  void elapsedTimesAreThoseOfTheClock() {
    Flux.range(0, 3)
        .delayElements(seconds(2), scheduler)
        .elapsed(scheduler)
        .map(Tuple2::getT1)
        .subscribe(log::add);

    time.advance(seconds(6));

    assertThat(log).containsExactly(2000L, 2000L, 2000L);
    assertThat(scheduler.now(TimeUnit.SECONDS)).isEqualTo(time.now().getEpochSecond());
    assertThat(scheduler.now(TimeUnit.NANOSECONDS)).isEqualTo(time.nanoTime());
  }

  @Test
  void aForgottenDelayIsNamed() {
    Mono.delay(seconds(7), scheduler).subscribe();

    assertThat(time.pending())
        .extracting(PendingWait::who)
        .singleElement()
        .asString()
        .startsWith("timer of a Reactor task, MonoDelayRunnable, set by thread");
  }

  @Test
  void aDisposedSchedulerTakesItsTasksBackAndAcceptsNoMore() {
    scheduler.schedule(() -> log.add("never"), 1, TimeUnit.SECONDS);

    scheduler.dispose();

    assertThat(scheduler.isDisposed()).isTrue();
    assertThat(time.pending()).isEmpty();
    for (int delay : new int[] {0, 1}) {
      assertThatThrownBy(() -> scheduler.schedule(() -> {}, delay, TimeUnit.SECONDS))
          .isInstanceOf(RejectedExecutionException.class);
    }
  }

  @Test
  void aDisposedWorkerTakesItsTasksBackAndAcceptsNoMore() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> log.add("never"), 1, TimeUnit.SECONDS);

    worker.dispose();

    assertThat(worker.isDisposed()).isTrue();
    assertThat(time.pending()).isEmpty();
    assertThatThrownBy(() -> worker.schedule(() -> {}, 1, TimeUnit.SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void tasksOfAWorkerDoNotOverlapOnThreadsOfTheTest() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    VirtualTime moved = new VirtualTime(VirtualTime.START, threads);
    Scheduler.Worker worker = VirtualScheduler.on(moved).createWorker();
    CountDownLatch all = new CountDownLatch(1_000);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      worker.schedule(
          () -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            inside.decrementAndGet();
            all.countDown();
          },
          1,
          TimeUnit.SECONDS);
    }

    moved.advance(seconds(1));

    assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
    threads.shutdown();
  }
}
