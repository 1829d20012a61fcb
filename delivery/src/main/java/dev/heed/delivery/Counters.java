package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What has happened since the queue was opened, in numbers. */
final class Counters {

  /** The numbers at one moment. */
  record Snapshot(
      long accepted,
      long resumed,
      long delivered,
      Map<DropReason, Long> droppedFor,
      Map<Rejection, Long> rejectedFor,
      long uploads,
      long pauses) {

    @Override
    public String toString() {
      return accepted
          + " accepted, "
          + resumed
          + " resumed, "
          + delivered
          + " delivered, dropped "
          + droppedFor
          + ", rejected "
          + rejectedFor
          + ", "
          + uploads
          + " uploads, "
          + pauses
          + " pauses";
    }
  }

  private final LongAdder accepted = new LongAdder();
  private final LongAdder resumed = new LongAdder();
  private final LongAdder delivered = new LongAdder();
  private final LongAdder uploads = new LongAdder();
  private final LongAdder pauses = new LongAdder();
  private final Map<DropReason, LongAdder> dropped = adders(DropReason.class);
  private final Map<Rejection, LongAdder> rejected = adders(Rejection.class);

  private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
    Map<E, LongAdder> adders = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      adders.put(constant, new LongAdder());
    }
    return adders;
  }

  void accepted() {
    accepted.increment();
  }

  void resumed(long events) {
    resumed.add(events);
  }

  void delivered(int events) {
    delivered.add(events);
  }

  void dropped(DropReason reason, long events) {
    count(dropped, reason).add(events);
  }

  void rejected(Rejection reason) {
    count(rejected, reason).increment();
  }

  void upload() {
    uploads.increment();
  }

  void pause() {
    pauses.increment();
  }

  private static <E> LongAdder count(Map<E, LongAdder> adders, E constant) {
    LongAdder adder = adders.get(constant);
    if (adder == null) {
      throw new IllegalStateException("no counter for " + constant);
    }
    return adder;
  }

  Snapshot snapshot() {
    return new Snapshot(
        accepted.sum(),
        resumed.sum(),
        delivered.sum(),
        sums(DropReason.class, dropped),
        sums(Rejection.class, rejected),
        uploads.sum(),
        pauses.sum());
  }

  private static <E extends Enum<E>> Map<E, Long> sums(Class<E> type, Map<E, LongAdder> adders) {
    Map<E, Long> sums = new EnumMap<>(type);
    adders.forEach(
        (constant, adder) -> {
          if (adder.sum() != 0) {
            sums.put(constant, adder.sum());
          }
        });
    return Collections.unmodifiableMap(sums);
  }
}
