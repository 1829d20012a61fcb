package dev.heed.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A wait that a server asked for, and the header it was read from. Immutable. */
public final class AskedWait {

  private final @Nullable String header;
  private final @Nullable String value;
  private final Duration duration;

  /**
   * A wait.
   *
   * @param header the field that decided; null where a reader of the user's own named none
   * @param value its value as received; null likewise
   * @param duration the wait; about 292 years stands for one that cannot be held
   */
  public AskedWait(@Nullable String header, @Nullable String value, Duration duration) {
    this.header = header;
    this.value = value;
    this.duration = duration;
  }

  /** The field that decided, or {@code (custom)}. */
  public String header() {
    return header == null ? "(custom)" : header;
  }

  /** The value of the field, as received. */
  public String value() {
    return value == null ? "" : value;
  }

  /** The wait. */
  public Duration duration() {
    return duration;
  }

  @Override
  public String toString() {
    return header() + ": " + value();
  }
}
