package dev.heed.delivery;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happens to an event for which a queue has no room. Immutable. */
public final class WhenFull {

  private static final WhenFull REJECT = new WhenFull("reject", null);
  private static final WhenFull DROP_OLDEST = new WhenFull("drop the oldest batch", null);

  private final String name;
  private final @Nullable Duration patience;

  private WhenFull(String name, @Nullable Duration patience) {
    this.name = name;
    this.patience = patience;
  }

  /** The event is rejected at once; what was accepted before stays. The default. */
  public static WhenFull reject() {
    return REJECT;
  }

  /**
   * The oldest batches that are not being sent are dropped, and reported, until there is room. Only
   * if that makes no room the event is rejected.
   */
  public static WhenFull dropOldest() {
    return DROP_OLDEST;
  }

  /**
   * The thread that offers waits until there is room. It never waits longer than this, and the
   * event is rejected then.
   *
   * @throws IllegalArgumentException if the time is not positive
   */
  public static WhenFull block(Duration atMost) {
    if (atMost.isNegative() || atMost.isZero()) {
      throw new IllegalArgumentException(
          "an offer waits for a positive time or not at all: " + Durations.text(atMost));
    }
    return new WhenFull("wait for room, " + Durations.text(atMost) + " at most", atMost);
  }

  boolean dropsOldest() {
    return this == DROP_OLDEST;
  }

  Optional<Duration> patience() {
    return Optional.ofNullable(patience);
  }

  @Override
  public String toString() {
    return name;
  }
}
