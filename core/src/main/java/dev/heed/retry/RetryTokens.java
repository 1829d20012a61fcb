package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import java.util.concurrent.atomic.LongAdder;

/**
 * The retry budget of one partition: a bucket of tokens, one for each retry or hedge. Calls are
 * only counted, without a lock and without a look at the clock; what they earn is worked out when a
 * token is asked for, which is rare.
 */
final class RetryTokens implements Guard {

  private static final double WINDOW_SECONDS = 10;
  private static final double NANOS = 1e9;

  /** Five times a fifth is one, also where the sum of five fifths falls short of it by a bit. */
  private static final double ALMOST = 1e-9;

  private final RetryBudget budget;
  private final Partition partition;
  private final Refusal empty;
  private final LongAdder calls = new LongAdder();
  private final Object lock = new Object();
  private double tokens;
  private long counted;
  private long asOf;
  private boolean ranOut;

  RetryTokens(RetryBudget budget, Partition partition) {
    this.budget = budget;
    this.partition = partition;
    tokens = budget.saved();
    asOf = partition.time().nanoTime();
    empty =
        Refusal.because(
            "the retry budget of "
                + partition.key()
                + " is empty ("
                + budget.allowance()
                + "): raise RetryBudget.ratio, or let the server recover");
  }

  @Override
  public GuardFamily family() {
    return budget;
  }

  /** A call has begun. */
  void called() {
    calls.increment();
  }

  /** A token for the retry or the hedge that the asker is about to make. */
  @Override
  public Admission admit(Asker asker) {
    long now = partition.time().nanoTime();
    boolean taken;
    boolean turned;
    synchronized (lock) {
      long sum = calls.sum();
      double worth = worth(now, sum);
      taken = worth >= 1 - ALMOST;
      tokens = worth - (taken ? 1 : 0);
      counted = sum;
      // Readings of several threads may arrive here in another order than they were taken.
      asOf = now - asOf > 0 ? now : asOf;
      turned = taken == ranOut;
      ranOut = !taken;
    }
    if (turned) {
      partition.changed(budget, taken ? "empty" : "filled", taken ? "filled" : "empty");
    }
    return taken ? Permit.free() : empty;
  }

  /** A token that was taken was not used: the retry was never sent. */
  void giveBack() {
    synchronized (lock) {
      tokens = capped(tokens + 1);
    }
  }

  /** What is saved, with what was earned since, and without what is older than the window. */
  private double worth(long now, long sum) {
    double seconds = Math.max(0, (now - asOf) / NANOS);
    double earning = sum - counted;
    if (seconds <= WINDOW_SECONDS) {
      return capped(tokens + earning * budget.ratio() + seconds * budget.perSecond());
    }
    double lately = WINDOW_SECONDS / seconds;
    return capped(earning * lately * budget.ratio() + WINDOW_SECONDS * budget.perSecond());
  }

  private double capped(double worth) {
    return Math.min(budget.saved(), worth);
  }

  @Override
  public boolean isIdle() {
    return left() >= budget.saved() - ALMOST;
  }

  private double left() {
    long now = partition.time().nanoTime();
    synchronized (lock) {
      return worth(now, calls.sum());
    }
  }

  @Override
  public String state() {
    return (int) (left() + ALMOST) + " of " + budget.saved() + " saved";
  }
}
