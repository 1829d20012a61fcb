package dev.heed.guard;

import static dev.heed.verify.concurrency.Interleavings.check;
import static dev.heed.verify.concurrency.Interleavings.explore;
import static dev.heed.verify.concurrency.Interleavings.finds;
import static dev.heed.verify.concurrency.Interleavings.together;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G1")
@Tag("G5")
final class LimitTest {

  /** Two callers and one place. */
  private static void twoCallers(Guard limit) {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Runnable caller =
        () -> {
          if (limit.admit(Opened.RETRY) instanceof Permit permit) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            running.decrementAndGet();
            permit.settle(Opened.ENDING);
          }
        };
    together(caller, caller);
    check(most.get() <= 1, "two were admitted to one place");
    check(most.get() == 1, "nobody was admitted to a free place");
    check(limit.admit(Opened.RETRY) instanceof Permit, "a permit was lost");
  }

  @Test
  void nobodyIsAdmittedAboveTheLimitAndNoPermitIsLost() {
    explore(() -> twoCallers(Guards.concurrencyLimit(1).open(Opened.PARTITION)));
  }

  @Test
  void aCheckApartFromItsStepIsFound() {
    finds("two were admitted to one place", () -> twoCallers(new ChecksFirst()));
  }

  @Test
  void aSettlementThatIsNotOneStepIsFound() {
    finds("a permit was lost", () -> twoCallers(new SettlesInTwoSteps()));
  }

  /** Looks whether there is a place, and takes it then. */
  private static final class ChecksFirst extends BrokenLimit {

    @Override
    public Admission admit(Asker asker) {
      if (taken.get() >= 1) {
        return Refusal.because("full");
      }
      taken.incrementAndGet();
      return this;
    }

    @Override
    public void settle(Ending ending) {
      taken.decrementAndGet();
    }
  }

  /** Counts up before it knows, and writes back what it has read before. */
  private static final class SettlesInTwoSteps extends BrokenLimit {

    @Override
    public Admission admit(Asker asker) {
      if (taken.incrementAndGet() > 1) {
        taken.decrementAndGet();
        return Refusal.because("full");
      }
      return this;
    }

    @Override
    public void settle(Ending ending) {
      taken.set(taken.get() - 1);
    }
  }

  private abstract static class BrokenLimit extends Permit implements Guard {

    final AtomicInteger taken = new AtomicInteger();

    @Override
    public GuardFamily family() {
      return Guards.concurrencyLimit(1);
    }

    @Override
    public String state() {
      return taken + " of 1";
    }
  }
}
