package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.time.TimeSource.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clock on one thread: the test that moves it and the code that waits are the same. */
@Tag("X3")
final class VirtualTimeTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new ArrayList<>();

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private Timer timer(long seconds, String name) {
    return time.schedule(
        time.nanoTime() + seconds(seconds).toNanos(),
        () -> log.add(name + " at " + time.elapsed().toSeconds()));
  }

  private void nap(Duration duration) throws InterruptedException {
    time.sleepUntil(time.nanoTime() + duration.toNanos());
  }

  @Test
  void standsStillUntilItIsMoved() {
    Instant before = time.now();
    long nanos = time.nanoTime();

    assertThat(time.now()).isEqualTo(before).isEqualTo(VirtualTime.START);
    assertThat(time.nanoTime()).isEqualTo(nanos);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void bothClocksMoveTogether() {
    long nanos = time.nanoTime();

    time.advance(Duration.ofMillis(1500));

    assertThat(time.now()).isEqualTo(VirtualTime.START.plusMillis(1500));
    assertThat(time.nanoTime() - nanos).isEqualTo(1_500_000_000);
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void theMonotonicClockOverflowsAfterASecond() {
    assertThat(time.nanoTime()).isPositive();

    time.advance(seconds(2));

    assertThat(time.nanoTime()).isNegative();
  }

  @Test
  void startsAtTheInstantOfTheTest() {
    Instant start = Instant.parse("2016-12-31T23:59:59Z");

    assertThat(new VirtualTime(start).now()).isEqualTo(start);
  }

  @Test
  void advanceRunsWhatBecomesDueInOrderAtItsTime() {
    timer(3, "third");
    timer(1, "first");
    timer(2, "second");

    time.advance(seconds(2));

    assertThat(log).containsExactly("first at 1", "second at 2");
    assertThat(time.elapsed()).isEqualTo(seconds(2));
  }

  @Test
  void timersForTheSameInstantRunInTheOrderInWhichTheyWereSet() {
    timer(1, "a");
    timer(1, "b");
    timer(1, "c");

    time.advance(seconds(1));

    assertThat(log).containsExactly("a at 1", "b at 1", "c at 1");
  }

  @Test
  void aTimerOneNanosecondAwayDoesNotRun() {
    timer(1, "late");

    time.advance(Duration.ofNanos(999_999_999));

    assertThat(log).isEmpty();
    assertThat(time.pending()).hasSize(1);
  }

  @Test
  void aTimerThatSetsAnotherOneOnTheWayIsFollowedByIt() {
    time.after(seconds(1), () -> timer(1, "next"));

    time.advance(seconds(5));

    assertThat(log).containsExactly("next at 2");
    assertThat(time.elapsed()).isEqualTo(seconds(5));
  }

  @Test
  void aTimerThatIsTakenBackDoesNotRun() {
    Timer timer = timer(1, "never");

    timer.cancel();
    timer.cancel();
    time.advance(seconds(2));

    assertThat(log).isEmpty();
  }

  @Test
  void aTimerForAnInstantThatHasPassedRunsWhenTheClockIsMovedByZero() {
    time.advance(seconds(9));
    timer(-5, "overdue");

    time.advance(Duration.ZERO);

    assertThat(log).containsExactly("overdue at 9");
  }

  @Test
  void aTimerForTheEndOfAllTimeIsNotDue() {
    time.schedule(time.nanoTime() + Long.MAX_VALUE, () -> log.add("end"));

    time.advance(Duration.ofDays(36_500));
    time.schedule(time.nanoTime() + Long.MAX_VALUE, () -> log.add("end"));
    time.advance(Duration.ofDays(36_500));

    assertThat(log).isEmpty();
    assertThat(time.pending()).hasSize(2);
  }

  @Test
  void advanceToNextTimerStopsAtEachOne() {
    timer(1, "a");
    timer(7, "b");
    timer(7, "c");

    time.advanceToNextTimer();
    assertThat(log).containsExactly("a at 1");
    time.advanceToNextTimer();
    assertThat(log).containsExactly("a at 1", "b at 7", "c at 7");
  }

  @Test
  void advanceToNextTimerWithoutATimerFails() {
    time.advance(seconds(3));

    assertThatThrownBy(time::advanceToNextTimer)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "There is no timer to advance to. Where the code under test runs on another thread,"
                + " awaitTimers(1) waits for it. The clock stands at +3 s and nobody waits.");
  }

  @Test
  void advanceUntilMovesFromTimerToTimer() {
    CompletableFuture<String> future = new CompletableFuture<>();
    time.after(seconds(1), () -> timer(1, "on the way"));
    time.after(seconds(9), () -> future.complete("good"));
    timer(10, "too late");

    time.advanceUntil(future::isDone);

    assertThat(time.elapsed()).isEqualTo(seconds(9));
    assertThat(log).containsExactly("on the way at 2");
  }

  @Test
  void advanceUntilSomethingThatNeverHoldsFails() {
    time.patience(Duration.ofMillis(20));
    timer(1, "the only one");

    assertThatThrownBy(() -> time.advanceUntil(() -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "The condition does not hold, and there has been no timer to advance to for 20 ms: what"
                + " it waits for does not depend on this clock. The clock stands at +1 s and nobody"
                + " waits.");
  }

  @Test
  void aClockDoesNotGoBack() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> time.advance(Duration.ofMillis(-1500)))
        .withMessage(
            "this clock cannot go back by 1.5 s; turnWallClock turns the wall clock alone");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> time.jump(Duration.ofHours(-1)))
        .withMessage("this clock cannot go back by 1 h; turnWallClock turns the wall clock alone");
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void jumpMovesTheClockBeforeAnythingRuns() {
    timer(1, "a");
    timer(2, "b");

    time.jump(seconds(60));

    assertThat(log).containsExactly("a at 60", "b at 60");
  }

  @Test
  void theWallClockTurnsAlone() {
    timer(1, "unmoved");
    long nanos = time.nanoTime();

    time.turnWallClock(Duration.ofHours(5));
    assertThat(time.now()).isEqualTo(VirtualTime.START.plus(Duration.ofHours(5)));
    time.turnWallClock(Duration.ofHours(-7));

    assertThat(time.now()).isEqualTo(VirtualTime.START.minus(Duration.ofHours(2)));
    assertThat(time.nanoTime()).isEqualTo(nanos);
    assertThat(time.elapsed()).isZero();
    assertThat(log).isEmpty();
  }

  @Test
  void theThreadThatMadeTheClockMovesItByItsOwnSleep() throws Exception {
    timer(1, "on the way");
    timer(7, "at the same time");
    timer(8, "later");

    nap(seconds(7));

    assertThat(time.elapsed()).isEqualTo(seconds(7));
    assertThat(log).containsExactly("on the way at 1", "at the same time at 7");
  }

  @Test
  void aSleepThatIsOverReturnsAtOnce() throws Exception {
    nap(seconds(-1));

    assertThat(time.elapsed()).isZero();
  }

  @Test
  void anInterruptEndsTheSleepAtItsTime() {
    time.after(seconds(3), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> nap(seconds(7))).isInstanceOf(InterruptedException.class);

    assertThat(time.elapsed()).isEqualTo(seconds(3));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anInterruptBeforeTheSleepMovesNothing() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> nap(seconds(7))).isInstanceOf(InterruptedException.class);

    assertThat(time.elapsed()).isZero();
  }

  @Test
  void aTaskThatMovesTheClockItselfEndsBeforeTheNextOneRuns() {
    time.after(
        seconds(1),
        () -> {
          time.advance(seconds(4));
          log.add("slow at " + time.elapsed().toSeconds());
        });
    timer(2, "next");

    time.advance(seconds(3));

    assertThat(log).containsExactly("slow at 5", "next at 5");
  }

  @Test
  void theFailureOfATaskReachesTheTestAndTheNextOneStillRuns() {
    time.after(
        seconds(1),
        () -> {
          throw new IllegalStateException("bug");
        });
    timer(1, "next");

    assertThatThrownBy(() -> time.advance(seconds(2))).hasMessage("bug");
    time.advance(seconds(1));

    assertThat(log).containsExactly("next at 1");
  }

  @Test
  void wokenCallsRunOnTheExecutorOfTheTest() {
    List<Runnable> handedOver = new ArrayList<>();
    Executor executor = handedOver::add;
    VirtualTime other = new VirtualTime(VirtualTime.START, executor);
    other.after(seconds(1), () -> log.add("woken"));

    other.advance(seconds(2));

    assertThat(other.executor()).isSameAs(executor);
    assertThat(log).isEmpty();
    handedOver.get(0).run();
    assertThat(log).containsExactly("woken");
  }

  @Test
  void everyNumberDrawnIsOneHalf() {
    assertThat(time.random()).isEqualTo(0.5);
    assertThat(time.random()).isEqualTo(0.5);
  }

  @Test
  void drawsTheNumbersOfTheTestOverAndOver() {
    time.draws(0, 0.25, 0.999);

    assertThat(DoubleStream.generate(time::random).limit(5))
        .containsExactly(0.0, 0.25, 0.999, 0.0, 0.25);
  }

  @Test
  void aSeedDrawsTheSameNumbersEachTime() {
    double[] first = DoubleStream.generate(time.seed(7)::random).limit(100).toArray();

    assertThat(DoubleStream.generate(time.seed(7)::random).limit(100).toArray()).isEqualTo(first);
    assertThat(time.seed(8).random()).isNotEqualTo(first[0]);
    assertThat(DoubleStream.of(first).distinct().count()).isEqualTo(100);
  }

  @Test
  void aNumberThatCannotBeDrawnIsRefused() {
    for (double wrong : new double[] {1, -0.1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> time.draws(0.5, wrong))
          .withMessage("a number drawn is at least 0 and below 1: " + wrong);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(time::draws)
        .withMessage("there must be a number to draw");
  }
}
