package dev.heed.resilience4j;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Breakers that the user made. */
record OwnBreakers(Own<CircuitBreaker> own) implements GuardFamily {

  @Override
  public GuardKind kind() {
    return own.kind();
  }

  @Override
  public String name() {
    return "breaker";
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
  public Guard open(Partition partition) {
    CircuitBreaker breaker = own.of(partition.key());
    return new BreakerGuard(this, partition, breaker, new Theirs(breaker.getName()));
  }

  /** Such a breaker tells nobody how long it stays open, and its listeners want durations. */
  private record Theirs(String name) implements BreakerGuard.Manner {

    @Override
    public @Nullable Duration openFor() {
      return null;
    }

    @Override
    public boolean isTimed() {
      return true;
    }

    @Override
    public boolean countsThrottled() {
      return false;
    }

    @Override
    public String whyOpen() {
      return "your breaker '"
          + name
          + "' is open; its waitIntervalFunctionInOpenState says how long";
    }

    @Override
    public String whyHalfOpen() {
      return "your breaker '"
          + name
          + "' is half-open; its permittedNumberOfCallsInHalfOpenState says how many go together";
    }
  }
}
