package dev.heed.segment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who somebody is, or what group somebody belongs to. Not for several threads. */
public final class TraitsEvent extends SegmentEvent<TraitsEvent> {

  TraitsEvent(String type, Identity who) {
    super(type, who);
  }

  /**
   * Adds what is known of the user or the group, such as {@code email} or {@code plan}.
   *
   * @throws IllegalArgumentException if JSON cannot hold the value
   */
  public TraitsEvent trait(String key, @Nullable Object value) {
    member("traits", key, value);
    return this;
  }

  /**
   * Adds all of these.
   *
   * @throws IllegalArgumentException if JSON cannot hold one of them
   */
  public TraitsEvent traits(Map<String, ?> traits) {
    traits.forEach(this::trait);
    return this;
  }

  @Override
  TraitsEvent self() {
    return this;
  }
}
