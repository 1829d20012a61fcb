package dev.heed.resilience4j;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.guard.PlanLimits;
import dev.heed.guard.Refusal;
import dev.heed.time.Durations;
import io.github.resilience4j.bulkhead.Bulkhead;
import java.time.Duration;
import java.util.List;

/** Bulkheads that the user made. */
record OwnBulkheads(Own<Bulkhead> own) implements GuardFamily {

  @Override
  public GuardKind kind() {
    return own.kind();
  }

  @Override
  public String name() {
    return "bulkhead";
  }

  @Override
  public String options() {
    return own.options();
  }

  @Override
  public boolean isShared() {
    return own.isShared();
  }

  @Override
  public List<String> violations(PlanLimits limits) {
    if (!own.isShared()) {
      return List.of();
    }
    Bulkhead bulkhead = own.of("");
    return waits(bulkhead) ? List.of(wouldWait(bulkhead)) : List.of();
  }

  @Override
  public Guard open(Partition partition) {
    return new Places(this, own.of(partition.key()));
  }

  private static boolean waits(Bulkhead bulkhead) {
    Duration wait = bulkhead.getBulkheadConfig().getMaxWaitDuration();
    return !wait.isZero();
  }

  private static String wouldWait(Bulkhead bulkhead) {
    return "your bulkhead '"
        + bulkhead.getName()
        + "' holds its callers for up to "
        + Durations.text(bulkhead.getBulkheadConfig().getMaxWaitDuration())
        + ", which a guard never does: set its maxWaitDuration to zero";
  }

  /** The bulkhead of a partition. The permit is this object itself, since it is only counted. */
  private static final class Places extends Permit implements Guard {

    private final OwnBulkheads family;
    private final Bulkhead bulkhead;

    Places(OwnBulkheads family, Bulkhead bulkhead) {
      this.family = family;
      this.bulkhead = bulkhead;
    }

    @Override
    public GuardFamily family() {
      return family;
    }

    @Override
    public Admission admit(Asker asker) {
      if (waits(bulkhead)) {
        return Refusal.because(wouldWait(bulkhead));
      }
      return isAdmitted()
          ? this
          : Refusal.because(
              "your bulkhead '"
                  + bulkhead.getName()
                  + "' is full; its maxConcurrentCalls is "
                  + bulkhead.getBulkheadConfig().getMaxConcurrentCalls());
    }

    /**
     * Resilience4j answers "full" to a thread that is interrupted, however much room there is. The
     * interrupt is the transport's business, which ends the call for that reason.
     */
    private boolean isAdmitted() {
      boolean interrupted = Thread.interrupted();
      try {
        return bulkhead.tryAcquirePermission();
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public void settle(Ending ending) {
      bulkhead.onComplete();
    }

    @Override
    public boolean isIdle() {
      return room() == most();
    }

    @Override
    public String state() {
      return most() - room() + " of " + most();
    }

    private int room() {
      return bulkhead.getMetrics().getAvailableConcurrentCalls();
    }

    private int most() {
      return bulkhead.getMetrics().getMaxAllowedConcurrentCalls();
    }
  }
}
