package dev.heed.delivery.upload;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of one event of a batch: a status, which means the same as the status of a
 * response, and perhaps how long to wait. Immutable.
 */
public final class ItemResult {

  private static final ItemResult ACCEPTED = new ItemResult(200, null);

  private final int status;
  private final @Nullable Duration wait;

  private ItemResult(int status, @Nullable Duration wait) {
    this.status = status;
    this.wait = wait;
  }

  /** The server has taken the event. */
  public static ItemResult accepted() {
    return ACCEPTED;
  }

  /**
   * A status for the event: 2xx takes it, what would be retried is sent again, all else refuses it.
   *
   * @throws IllegalArgumentException if it is not 100 to 999
   */
  public static ItemResult of(int status) {
    if (status < 100 || status > 999) {
      throw new IllegalArgumentException("no status: " + status);
    }
    return new ItemResult(status, null);
  }

  /**
   * A status with a wait. The longest wait of a batch counts for all its events that are sent
   * again.
   *
   * @param wait zero or more; it counts where the status would be retried
   * @throws IllegalArgumentException if it is negative
   */
  public ItemResult after(Duration wait) {
    if (wait.isNegative()) {
      throw new IllegalArgumentException("a wait is not negative: " + Durations.text(wait));
    }
    return new ItemResult(status, wait);
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** How long the server asks to wait with this event. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(wait);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemResult that
        && status == that.status
        && delay().equals(that.delay());
  }

  @Override
  public int hashCode() {
    return 31 * status + delay().hashCode();
  }

  @Override
  public String toString() {
    return status + (wait == null ? "" : " after " + Durations.text(wait));
  }
}
