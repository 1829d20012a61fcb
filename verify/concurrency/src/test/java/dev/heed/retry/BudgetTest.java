package dev.heed.retry;

import static dev.heed.verify.concurrency.Interleavings.check;
import static dev.heed.verify.concurrency.Interleavings.explore;
import static dev.heed.verify.concurrency.Interleavings.finds;
import static dev.heed.verify.concurrency.Interleavings.together;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.Opened;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G6")
final class BudgetTest {

  private static RetryTokens oneToken() {
    RetryBudget budget = RetryBudget.builder().saved(1).perSecond(0).ratio(1).build();
    return (RetryTokens) budget.open(Opened.PARTITION);
  }

  /** Two calls that both want to retry, and one token. */
  private static void twoRetries(Guard budget) {
    AtomicInteger taken = new AtomicInteger();
    Runnable call =
        () -> {
          if (budget.admit(Opened.RETRY) instanceof Permit) {
            taken.incrementAndGet();
          }
        };
    together(call, call);
    check(taken.get() == 1, taken + " retries were made with one token");
  }

  /** Two calls that both end before their retry is sent. */
  private static void twoThatGiveBack() {
    RetryTokens budget = oneToken();
    Runnable call =
        () -> {
          if (budget.admit(Opened.RETRY) instanceof Permit) {
            budget.giveBack();
          }
        };
    together(call, call);
    check(budget.state().startsWith("1 of 1"), "a token was lost");
  }

  @Test
  void noTokenIsTakenTwice() {
    explore(() -> twoRetries(oneToken()));
  }

  @Test
  void noTokenThatIsGivenBackIsLost() {
    explore(BudgetTest::twoThatGiveBack);
  }

  @Test
  void tokensThatAreNotTakenInOneStepAreFound() {
    finds("2 retries were made with one token", () -> twoRetries(new BrokenTokens()));
  }

  /** Reads, decides and writes, without a lock. */
  private static final class BrokenTokens implements Guard {

    private volatile double tokens = 1;

    @Override
    public GuardFamily family() {
      return RetryBudget.builder().build();
    }

    @Override
    public Admission admit(Asker asker) {
      double left = tokens;
      if (left < 1) {
        return Refusal.because("empty");
      }
      tokens = left - 1;
      return Permit.free();
    }

    @Override
    public String state() {
      return tokens + " of 1";
    }
  }
}
