package dev.heed.guard;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** One guard for all partitions. */
record SharedGuard(GuardFamily family, Guard guard) implements GuardFamily {

  SharedGuard {
    Objects.requireNonNull(family, "family");
    Objects.requireNonNull(guard, "guard");
  }

  @Override
  public GuardKind kind() {
    return family.kind();
  }

  @Override
  public String name() {
    return family.name();
  }

  @Override
  public String options() {
    return family.options();
  }

  @Override
  public Guard open(Partition partition) {
    return guard;
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Duration longestWait() {
    return family.longestWait();
  }

  @Override
  public List<String> violations(PlanLimits limits) {
    return family.violations(limits);
  }
}
