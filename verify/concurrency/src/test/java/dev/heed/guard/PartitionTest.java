package dev.heed.guard;

import static dev.heed.verify.concurrency.Interleavings.check;
import static dev.heed.verify.concurrency.Interleavings.explore;
import static dev.heed.verify.concurrency.Interleavings.finds;
import static dev.heed.verify.concurrency.Interleavings.together;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G5")
final class PartitionTest {

  private static final Partitions PLAN =
      Opened.partitions().callRing(List.of(Guards.concurrencyLimit(1))).build();

  /**
   * A call is admitted while the partition is dropped for another one. The call goes ahead if it
   * finds, once admitted, that the partition is still there.
   */
  private static void dropping(Guard guard, BooleanSupplier isEvicted, BooleanSupplier evict) {
    AtomicBoolean goesAhead = new AtomicBoolean();
    AtomicBoolean dropped = new AtomicBoolean();
    together(
        () -> {
          Admission answer = guard.admit(Opened.RETRY);
          goesAhead.set(answer instanceof Permit && !isEvicted.getAsBoolean());
        },
        () -> dropped.set(evict.getAsBoolean()));
    check(!goesAhead.get() || !dropped.get(), "a call goes ahead in a dropped partition");
  }

  @Test
  void noCallGoesAheadInAPartitionThatWasDropped() {
    explore(
        () -> {
          Partition partition = new Partition(PLAN, "one", null);
          dropping(partition.guards().get(0), partition::isEvicted, partition::evict);
        });
  }

  @Test
  void aMarkThatIsSetAfterTheGuardsWereAskedIsFound() {
    finds(
        "a call goes ahead in a dropped partition",
        () -> {
          Guard guard = Guards.concurrencyLimit(1).open(Opened.PARTITION);
          AtomicBoolean evicted = new AtomicBoolean();
          dropping(
              guard,
              evicted::get,
              () -> {
                boolean idle = guard.isIdle();
                evicted.set(idle);
                return idle;
              });
        });
  }
}
