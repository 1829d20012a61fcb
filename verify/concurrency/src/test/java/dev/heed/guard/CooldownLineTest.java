package dev.heed.guard;

import static dev.heed.verify.concurrency.Interleavings.check;
import static dev.heed.verify.concurrency.Interleavings.explore;
import static dev.heed.verify.concurrency.Interleavings.finds;
import static dev.heed.verify.concurrency.Interleavings.together;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G7")
final class CooldownLineTest {

  private static final long SECOND = 1_000_000_000;

  private static Guard line() {
    return Cooldown.builder().line(1).build().open(Opened.PARTITION);
  }

  /** Two callers during a pause and a line for one. */
  private static void twoCallers(Guard line) {
    AtomicInteger waiting = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    line.hinted(5 * SECOND);
    Runnable caller =
        () -> {
          if (line.admit(Opened.RETRY) instanceof GuardWait turn) {
            most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
            waiting.decrementAndGet();
            turn.leave();
          }
        };
    together(caller, caller);
    check(most.get() <= 1, "two stood in a line for one");
    check(line.admit(Opened.RETRY) instanceof GuardWait, "a place in the line was lost");
  }

  /** Two answers ask for pauses of different lengths, and a caller comes between them. */
  private static void twoHints(Guard line) {
    Opened.CHANGES.clear();
    together(
        () -> {
          line.hinted(5 * SECOND);
          check(!(line.admit(Opened.RETRY) instanceof Permit), "one was sent inside a hint");
        },
        () -> line.hinted(8 * SECOND));
    check(line.state().startsWith("paused for 8 s"), "the longer pause was lost");
    check(Opened.CHANGES.size() == 1, "the pause was told " + Opened.CHANGES.size() + " times");
  }

  @Test
  void theLineIsNeverLongerThanAllowedAndNoPlaceIsLost() {
    explore(() -> twoCallers(line()));
  }

  @Test
  void theLongestPauseCountsAndIsToldOnce() {
    explore(() -> twoHints(line()));
  }

  @Test
  void aPlaceThatIsCheckedBeforeItIsTakenIsFound() {
    finds("two stood in a line for one", () -> twoCallers(new BrokenLine()));
  }

  @Test
  void aPauseThatIsWrittenOverIsFound() {
    finds("the longer pause was lost", () -> twoHints(new BrokenLine()));
  }

  /** Looks first and writes then, in the line as in the pause. */
  private static final class BrokenLine implements Guard {

    private final AtomicInteger inLine = new AtomicInteger();
    private volatile long until;

    @Override
    public GuardFamily family() {
      return Cooldown.builder().build();
    }

    @Override
    public void hinted(long asked) {
      if (asked > until) {
        if (until == 0) {
          Opened.PARTITION.changed(family(), "free", "paused");
        }
        until = asked;
      }
    }

    @Override
    public Admission admit(Asker asker) {
      if (until == 0) {
        return Permit.free();
      }
      if (inLine.get() >= 1) {
        return Refusal.because("full");
      }
      inLine.incrementAndGet();
      return new GuardWait(until) {
        @Override
        public Admission again(Asker again) {
          leave();
          return Permit.free();
        }

        @Override
        public void leave() {
          inLine.decrementAndGet();
        }
      };
    }

    @Override
    public String state() {
      return "paused for " + until / SECOND + " s";
    }
  }
}
