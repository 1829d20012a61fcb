package dev.heed.segment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What somebody did. Not for several threads. */
public final class TrackEvent extends SegmentEvent<TrackEvent> {

  TrackEvent(Identity who, String event) {
    super("track", who);
    field("event", Texts.notBlank("the name of a track event", event));
  }

  /**
   * Adds what belongs to the action, such as {@code revenue} or {@code currency}.
   *
   * @throws IllegalArgumentException if JSON cannot hold the value
   */
  public TrackEvent property(String key, @Nullable Object value) {
    member("properties", key, value);
    return this;
  }

  /**
   * Adds all of these.
   *
   * @throws IllegalArgumentException if JSON cannot hold one of them
   */
  public TrackEvent properties(Map<String, ?> properties) {
    properties.forEach(this::property);
    return this;
  }

  @Override
  TrackEvent self() {
    return this;
  }
}
