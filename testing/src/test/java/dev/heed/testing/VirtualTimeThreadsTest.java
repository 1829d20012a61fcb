package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clock and threads that are not the test's own. */
@Tag("X3")
final class VirtualTimeThreadsTest {

  private static final int ROUNDS = 2_000;

  private final VirtualTime time = new VirtualTime();

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private void nap(Duration duration) throws InterruptedException {
    time.sleepUntil(time.nanoTime() + duration.toNanos());
  }

  private static <T> FutureTask<T> onThread(String name, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static <T> T result(FutureTask<T> task) throws Exception {
    return task.get(20, TimeUnit.SECONDS);
  }

  private FutureTask<Duration> sleeper(String name, long... naps) {
    return onThread(
        name,
        () -> {
          for (long each : naps) {
            nap(seconds(each));
          }
          return time.elapsed();
        });
  }

  @Test
  void anotherThreadSleepsUntilTheClockIsMoved() throws Exception {
    FutureTask<Duration> sleeper = sleeper("worker", 7);

    time.awaitTimers(1);
    time.advance(Duration.ofNanos(6_999_999_999L));
    assertThat(sleeper).isNotDone();
    assertThat(time.pending()).hasSize(1);
    time.advance(Duration.ofNanos(1));

    assertThat(result(sleeper)).isEqualTo(seconds(7));
  }

  @Test
  void aThreadWhoseTimeHasComeIsNotPendingAnyMore() throws Exception {
    FutureTask<Duration> sleeper = sleeper("worker", 7);
    time.awaitTimers(1);

    time.advance(seconds(7));

    assertThat(time.pending()).isEmpty();
    result(sleeper);
  }

  @Test
  void awaitTimersIsNotSatisfiedByASleepThatIsOver() throws Exception {
    FutureTask<Duration> sleeper = sleeper("worker", 1, 2, 4);
    for (int nap : new int[] {1, 2, 4}) {
      time.awaitTimers(1);
      time.advance(seconds(nap));
    }

    assertThat(result(sleeper)).isEqualTo(seconds(7));
  }

  @Test
  void advanceToNextTimerWakesASleepingThread() throws Exception {
    FutureTask<Duration> first = sleeper("first", 3);
    FutureTask<Duration> second = sleeper("second", 5);
    time.awaitTimers(2);

    time.advanceToNextTimer();
    assertThat(result(first)).isEqualTo(seconds(3));
    time.advanceToNextTimer();
    assertThat(result(second)).isEqualTo(seconds(5));
  }

  @Test
  void manyThreadsThatSleepAtOnceAllWakeOnTime() throws Exception {
    List<FutureTask<Duration>> sleepers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      sleepers.add(sleeper("worker " + i, 1, 2, 4));
    }
    for (int nap : new int[] {1, 2, 4}) {
      time.awaitTimers(64);
      time.advance(seconds(nap));
    }

    for (FutureTask<Duration> sleeper : sleepers) {
      assertThat(result(sleeper)).isEqualTo(seconds(7));
    }
  }

  @Test
  void noWakeUpIsLostHoweverTheSleepAndTheMoveMeet() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    FutureTask<Integer> sleeper =
        onThread(
            "worker",
            () -> {
              for (int i = 0; i < ROUNDS; i++) {
                long deadline = time.nanoTime() + 1;
                together.await();
                time.sleepUntil(deadline);
                together.await();
              }
              return ROUNDS;
            });
    for (int i = 0; i < ROUNDS; i++) {
      together.await(20, TimeUnit.SECONDS);
      // The thread goes to sleep at this very moment, or has not, or sleeps already.
      time.advance(Duration.ofNanos(1));
      together.await(20, TimeUnit.SECONDS);
    }

    assertThat(result(sleeper)).isEqualTo(ROUNDS);
    assertThat(time.elapsed()).isEqualTo(Duration.ofNanos(ROUNDS));
  }

  @Test
  void everyTimerRunsOnceOrIsTakenBackHoweverTheyMeet() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    FutureTask<Integer> setter =
        onThread(
            "setter",
            () -> {
              SplittableRandom random = new SplittableRandom(7);
              int kept = 0;
              for (int i = 0; i < 20_000; i++) {
                long deadline = time.nanoTime() + random.nextInt(50);
                var timer = time.schedule(deadline, ran::incrementAndGet);
                if (random.nextInt(4) == 0) {
                  int before = ran.get();
                  timer.cancel();
                  // Whether it ran just before the cancel shows in the sum alone.
                  assertThat(ran.get()).isGreaterThanOrEqualTo(before);
                } else {
                  kept++;
                }
              }
              return kept;
            });
    while (!setter.isDone()) {
      time.advance(Duration.ofNanos(3));
    }
    time.advance(seconds(1));

    assertThat(time.pending()).isEmpty();
    assertThat(ran.get()).isBetween(result(setter), 20_000);
  }

  @Test
  void threadsThatAllMoveTheClockComeOutAtTheirTimes() throws Exception {
    time.autoAdvance(true);
    List<FutureTask<Boolean>> sleepers = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      int nap = i;
      sleepers.add(
          onThread(
              "worker " + i,
              () -> {
                boolean onTime = true;
                for (int n = 0; n < 500; n++) {
                  long deadline = time.nanoTime() + nap;
                  time.sleepUntil(deadline);
                  onTime &= time.nanoTime() - deadline >= 0;
                }
                return onTime;
              }));
    }

    for (FutureTask<Boolean> sleeper : sleepers) {
      assertThat(result(sleeper)).isTrue();
    }
    assertThat(time.elapsed().toNanos()).isBetween(4_000L, 18_000L);
  }

  @Test
  void withAutoAdvanceAnotherThreadMovesTheClockItself() throws Exception {
    time.autoAdvance(true);

    assertThat(result(sleeper("worker", 1, 2, 4))).isEqualTo(seconds(7));
  }

  @Test
  void withoutAutoAdvanceTheThreadThatMadeTheClockSleepsToo() throws Exception {
    time.autoAdvance(false);
    FutureTask<Duration> mover =
        onThread(
            "mover",
            () -> {
              time.awaitTimers(1);
              time.advance(seconds(7));
              return time.elapsed();
            });

    nap(seconds(7));

    assertThat(result(mover)).isEqualTo(seconds(7));
  }

  @Test
  void anInterruptEndsTheSleepOfAnotherThreadAtOnce() throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    FutureTask<Boolean> sleeper =
        onThread(
            "worker",
            () -> {
              thread.complete(Thread.currentThread());
              assertThatThrownBy(() -> nap(seconds(7))).isInstanceOf(InterruptedException.class);
              return Thread.currentThread().isInterrupted();
            });
    time.awaitTimers(1);

    thread.join().interrupt();

    assertThat(result(sleeper)).isFalse();
    time.verifyNothingPending();
  }

  @Test
  void aTimerSetByAnotherThreadRunsOnTheThreadThatMovesTheClock() {
    List<Thread> ran = new CopyOnWriteArrayList<>();
    onThread(
        "setter",
        () -> {
          time.after(seconds(1), () -> ran.add(Thread.currentThread()));
          return true;
        });
    time.awaitTimers(1);

    time.advance(seconds(1));

    assertThat(ran).containsExactly(Thread.currentThread());
  }

  @Test
  void awaitTimerDueInTellsAWaitFromATimeLimit() throws Exception {
    time.after(seconds(30), () -> {});
    FutureTask<Duration> sleeper = sleeper("worker", 7);

    time.awaitTimerDueIn(seconds(7));
    time.advance(seconds(7));

    assertThat(result(sleeper)).isEqualTo(seconds(7));
    assertThat(time.pending()).hasSize(1);
  }

  @Test
  void advanceUntilWaitsForATimerOfAnotherThread() {
    CompletableFuture<String> done = new CompletableFuture<>();
    onThread(
        "setter",
        () -> {
          time.after(seconds(3), () -> done.complete("good"));
          return true;
        });

    time.advanceUntil(done::isDone);

    assertThat(time.elapsed()).isEqualTo(seconds(3));
  }

  @Test
  void closeWakesThreadsThatSleepWithAReason() throws Exception {
    FutureTask<Duration> sleeper = sleeper("worker", 7);
    time.awaitTimers(1);
    time.advance(seconds(3));

    assertThatThrownBy(time::close).isInstanceOf(AssertionError.class);

    assertThatThrownBy(() -> result(sleeper))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The virtual clock was closed at +3 s, when its test ended. A call that still waits on"
                + " it should be cancelled before.");
  }

  @Test
  void aThreadThatNobodyWakesFailsAndSaysWhatToDo() {
    time.patience(Duration.ofMillis(50));
    FutureTask<Duration> sleeper = sleeper("forgotten", 7);

    assertThatThrownBy(() -> result(sleeper))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "This thread sleeps on a virtual clock that nobody has moved for 50 ms. Move it on the"
                + " thread of the test with advance(...) or advanceToNextTimer(), or let sleeping"
                + " threads move it with autoAdvance(true). The clock stands at +0 ms; waiting:\n"
                + "  thread \"forgotten\" until +7 s");
    time.verifyNothingPending();
  }

  @Test
  void aTestThatIsInterruptedWhileItAwaitsKeepsItsFlag() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> time.awaitTimers(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Interrupted while waiting for others.");
    assertThat(Thread.interrupted()).isTrue();
  }
}
