package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.time.TimeSource.Timer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who waits, by name, and what a test is told that forgot somebody. */
@Tag("X3")
final class PendingWaitTest {

  private static final String SET_HERE =
      ", set by thread \"" + Thread.currentThread().getName() + '"';

  private final VirtualTime time = new VirtualTime().patience(Duration.ofMillis(20));

  private Timer timer(long seconds, Runnable task) {
    return time.schedule(time.nanoTime() + seconds * 1_000_000_000, task);
  }

  /** A task that says what it is for. */
  private static final class Refresh implements Runnable {

    @Override
    public void run() {}

    @Override
    public String toString() {
      return "the refresh of a token";
    }
  }

  /** A task that does not. */
  private static final class Nameless implements Runnable {

    @Override
    public void run() {}
  }

  @Test
  void aTimerIsNamedAfterItsTaskAndTheThreadThatSetIt() {
    timer(7, new Refresh());
    timer(8, new Nameless());
    timer(9, () -> {});

    assertThat(time.pending())
        .extracting(PendingWait::toString)
        .containsExactly(
            "timer of the refresh of a token" + SET_HERE + " until +7 s",
            "timer of PendingWaitTest.Nameless" + SET_HERE + " until +8 s",
            "timer of PendingWaitTest" + SET_HERE + " until +9 s");
  }

  @Test
  void aWaitSaysWhenItEnds() {
    time.advance(Duration.ofSeconds(3));
    timer(7, new Refresh());

    assertThat(time.pending())
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.who()).startsWith("timer of the refresh");
              assertThat(wait.due()).isEqualTo(Duration.ofSeconds(10));
            });
  }

  @Test
  void verifyNothingPendingNamesWhoIsLeftBehind() {
    time.advance(Duration.ofSeconds(3));
    timer(7, new Refresh());

    assertThatThrownBy(time::verifyNothingPending)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "Somebody still waits when the test ends. Move the clock on, or cancel the call. The"
                + " clock stands at +3 s; waiting:\n"
                + "  timer of the refresh of a token"
                + SET_HERE
                + " until +10 s");
  }

  @Test
  void closeFailsWithTheSameMessageOnceAndRunsNothing() {
    timer(
        7,
        () -> {
          throw new IllegalStateException("must not run");
        });

    assertThatThrownBy(time::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("until +7 s");
    assertThatCode(time::close).doesNotThrowAnyException();
  }

  @Test
  void aTestThatFailsKeepsItsFailureWhenTheClockIsClosed() {
    assertThatThrownBy(
            () -> {
              try (VirtualTime closing = new VirtualTime()) {
                closing.after(Duration.ofSeconds(7), new Refresh());
                throw new AssertionError("the test's own");
              }
            })
        .hasMessage("the test's own")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
  }

  @Test
  void aClosedClockDoesNotMoveOrWait() {
    time.advance(Duration.ofSeconds(3));
    time.close();

    for (Runnable use :
        new Runnable[] {
          () -> time.advance(Duration.ofSeconds(1)), () -> time.after(Duration.ZERO, () -> {})
        }) {
      assertThatThrownBy(use::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("The virtual clock was closed at +3 s, when its test ended.");
    }
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void awaitingTimersThatNobodySetsFailsAndSaysWhatIsThere() {
    timer(7, new Refresh());

    assertThatThrownBy(() -> time.awaitTimers(2, Duration.ofMillis(5)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "Fewer than 2 timers were set or threads asleep within 5 ms. The clock stands at +0 ms;"
                + " waiting:\n"
                + "  timer of the refresh of a token"
                + SET_HERE
                + " until +7 s");
    assertThatThrownBy(() -> time.awaitTimers(2)).hasMessageContaining("within 20 ms");
  }

  @Test
  void awaitingAWaitThatNobodyBeginsFailsAndSaysWhatIsThere() {
    timer(8, new Refresh());

    assertThatThrownBy(() -> time.awaitTimerDueIn(Duration.ofSeconds(7)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "Nobody began to wait for 7 s from now within 20 ms. The clock stands at +0 ms;"
                + " waiting:\n"
                + "  timer of the refresh of a token"
                + SET_HERE
                + " until +8 s");
  }

  @Test
  void theClockSaysWhereItStands() {
    time.advance(Duration.ofMinutes(2));

    assertThat(time).hasToString("Virtual time. The clock stands at +2 min and nobody waits.");
  }
}
