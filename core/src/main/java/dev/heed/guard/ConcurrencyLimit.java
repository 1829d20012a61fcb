package dev.heed.guard;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * At most so many at the same time. There is no queue: a guard that does not know when a place
 * becomes free could only make callers wait in the dark, and memory grow.
 */
record ConcurrencyLimit(int most) implements GuardFamily {

  ConcurrencyLimit {
    if (most <= 0) {
      throw new IllegalArgumentException("the concurrency limit must be positive: " + most);
    }
  }

  @Override
  public GuardKind kind() {
    return GuardKind.LIMIT;
  }

  @Override
  public String name() {
    return "concurrency limit";
  }

  @Override
  public String options() {
    return most + " at the same time";
  }

  @Override
  public Guard open(Partition partition) {
    return new Places(this);
  }

  /** The places of one partition. The permit is this object itself, since it is only counted. */
  private static final class Places extends Permit implements Guard {

    private final ConcurrencyLimit limit;
    private final Refusal full;
    private final AtomicInteger taken = new AtomicInteger();

    Places(ConcurrencyLimit limit) {
      this.limit = limit;
      full =
          Refusal.because(
              "the concurrency limit of " + limit.most + " is reached: raise it, or send less");
    }

    @Override
    public GuardFamily family() {
      return limit;
    }

    @Override
    public Admission admit(Asker asker) {
      int now = taken.get();
      while (now < limit.most) {
        if (taken.compareAndSet(now, now + 1)) {
          return this;
        }
        now = taken.get();
      }
      return full;
    }

    @Override
    public void settle(Ending ending) {
      taken.decrementAndGet();
    }

    @Override
    public boolean isIdle() {
      return taken.get() == 0;
    }

    @Override
    public String state() {
      return taken + " of " + limit.most;
    }
  }
}
