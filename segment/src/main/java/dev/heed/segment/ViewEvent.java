package dev.heed.segment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page or a screen that somebody has seen. Not for several threads. */
public final class ViewEvent extends SegmentEvent<ViewEvent> {

  ViewEvent(String type, Identity who) {
    super(type, who);
  }

  /**
   * The name of the page or screen, such as "Home"; none by default.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public ViewEvent name(String name) {
    field("name", Texts.notBlank("name", name));
    return this;
  }

  /**
   * What kind of page or screen it is, such as "Docs"; none by default.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public ViewEvent category(String category) {
    field("category", Texts.notBlank("category", category));
    return this;
  }

  /**
   * Adds what belongs to the page or screen, such as {@code url} or {@code referrer}.
   *
   * @throws IllegalArgumentException if JSON cannot hold the value
   */
  public ViewEvent property(String key, @Nullable Object value) {
    member("properties", key, value);
    return this;
  }

  /**
   * Adds all of these.
   *
   * @throws IllegalArgumentException if JSON cannot hold one of them
   */
  public ViewEvent properties(Map<String, ?> properties) {
    properties.forEach(this::property);
    return this;
  }

  @Override
  ViewEvent self() {
    return this;
  }
}
