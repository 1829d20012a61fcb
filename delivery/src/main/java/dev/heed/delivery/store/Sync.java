package dev.heed.delivery.store;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a {@link DirectoryStore} forces to the disk what it has written, and so what is left when
 * the power fails. When only the process is killed everything is left, whatever this says.
 * Immutable.
 */
public final class Sync {

  private static final Sync EACH_EVENT = new Sync(Kind.EACH_EVENT, null);
  private static final Sync EACH_BATCH = new Sync(Kind.EACH_BATCH, null);

  private final Kind kind;
  private final @Nullable Duration interval;

  enum Kind {
    EACH_EVENT,
    EACH_BATCH,
    INTERVAL
  }

  private Sync(Kind kind, @Nullable Duration interval) {
    this.kind = kind;
    this.interval = interval;
  }

  /**
   * Before an event is accepted: no failure of the power loses an accepted event. Threads that
   * offer at the same time share a write to the disk.
   */
  public static Sync eachEvent() {
    return EACH_EVENT;
  }

  /**
   * When a batch is closed: a failure of the power loses at most the batch that is being filled,
   * which is as old as the queue's {@code flushInterval} at most.
   */
  public static Sync eachBatch() {
    return EACH_BATCH;
  }

  /**
   * At intervals, in the background: a failure of the power loses at most what was accepted in the
   * last one, and while the disk took to write it.
   *
   * @param interval at least 1 ms
   * @throws IllegalArgumentException if it is shorter
   */
  public static Sync every(Duration interval) {
    if (interval.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("the interval must be at least 1 ms, but is " + interval);
    }
    return new Sync(Kind.INTERVAL, interval);
  }

  Kind kind() {
    return kind;
  }

  Optional<Duration> interval() {
    return Optional.ofNullable(interval);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case EACH_EVENT -> "each event";
      case EACH_BATCH -> "each batch";
      case INTERVAL -> "every " + interval;
    };
  }
}
