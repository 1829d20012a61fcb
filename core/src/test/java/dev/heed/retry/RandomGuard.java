package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Admits, holds or refuses by chance, and counts what comes back of what it gave. */
final class RandomGuard implements GuardFamily, Guard {

  private final VirtualTime time;
  private final SplittableRandom chance;
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicInteger back = new AtomicInteger();
  private final AtomicInteger twice = new AtomicInteger();

  RandomGuard(VirtualTime time, SplittableRandom chance) {
    this.time = time;
    this.chance = chance;
  }

  private synchronized int draw(int bound) {
    return chance.nextInt(bound);
  }

  private void back(AtomicBoolean gone) {
    back.incrementAndGet();
    if (!gone.compareAndSet(false, true)) {
      twice.incrementAndGet();
    }
  }

  @Override
  public Admission admit(Asker asker) {
    int dice = draw(20);
    if (dice == 0) {
      return Refusal.because("by chance");
    }
    given.incrementAndGet();
    return dice < 6
        ? new Turn(time.nanoTime() + Duration.ofMillis(draw(1500)).toNanos())
        : new Grant();
  }

  private final class Grant extends Permit {

    private final AtomicBoolean gone = new AtomicBoolean();

    @Override
    public void settle(Ending ending) {
      back(gone);
    }
  }

  private final class Turn extends GuardWait {

    private final AtomicBoolean gone = new AtomicBoolean();

    Turn(long until) {
      super(until);
    }

    @Override
    public Admission again(Asker asker) {
      back(gone);
      return admit(asker);
    }

    @Override
    public void leave() {
      back(gone);
    }
  }

  @Override
  public GuardKind kind() {
    return GuardKind.OTHER;
  }

  @Override
  public String name() {
    return "random";
  }

  @Override
  public GuardFamily family() {
    return this;
  }

  @Override
  public Guard open(Partition partition) {
    return this;
  }

  @Override
  public String state() {
    return "random";
  }

  @Override
  public String toString() {
    return given.get() == back.get() && twice.get() == 0
        ? "all settled"
        : given + " given, " + back + " back, " + twice + " twice";
  }
}
