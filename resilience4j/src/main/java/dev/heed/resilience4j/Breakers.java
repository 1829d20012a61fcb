package dev.heed.resilience4j;

import dev.heed.Heed;
import dev.heed.guard.Guard;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The breakers of a plan, to look at and to switch by hand. Safe for use by several threads.
 *
 * <p>A breaker is there from the first call to its partition on.
 */
public final class Breakers {

  private final Heed plan;

  private Breakers(Heed plan) {
    this.plan = plan;
  }

  /** The breakers of this plan, now and later. */
  public static Breakers of(Heed plan) {
    return new Breakers(Objects.requireNonNull(plan, "plan"));
  }

  /** The health of each breaker, in the order of the partitions' keys. A copy. */
  public List<BreakerHealth> health() {
    return guards()
        .map(guard -> new BreakerHealth(guard.partition().key(), guard.breaker()))
        .sorted((a, b) -> a.partition().compareTo(b.partition()))
        .toList();
  }

  /** Whether all breakers let everything through; true when there is none. */
  public boolean allHealthy() {
    return health().stream().allMatch(BreakerHealth::isHealthy);
  }

  /**
   * Refuses everything to a partition until {@link #close}.
   *
   * @param partition its key, as in {@link #health}
   * @return whether it has a breaker
   */
  public boolean forceOpen(String partition) {
    return switched(partition, BreakerGuard::forceOpen);
  }

  /**
   * Closes a breaker, whatever it knows, and lets it begin anew. It opens again if the server goes
   * on failing.
   *
   * @param partition its key, as in {@link #health}
   * @return whether it has a breaker
   */
  public boolean close(String partition) {
    return switched(partition, BreakerGuard::close);
  }

  private boolean switched(String partition, Consumer<BreakerGuard> how) {
    Objects.requireNonNull(partition, "partition");
    List<BreakerGuard> found =
        guards().filter(guard -> guard.partition().key().equals(partition)).toList();
    found.forEach(how);
    return !found.isEmpty();
  }

  private Stream<BreakerGuard> guards() {
    return plan.partitions().stream()
        .flatMap(partition -> partition.guards().stream())
        .flatMap(Breakers::ofOurs);
  }

  private static Stream<BreakerGuard> ofOurs(Guard guard) {
    return guard instanceof BreakerGuard breaker ? Stream.of(breaker) : Stream.empty();
  }
}
