package dev.heed.segment;

import dev.heed.segment.json.JsonWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that has happened, as Segment knows it. Made by one of the methods here, which ask for
 * what such an event must have; the rest is added one by one, and then it is offered to a {@link
 * SegmentClient}.
 *
 * <pre>{@code
 * client.offer(
 *     SegmentEvent.track(Identity.user("7"), "Order Completed")
 *         .property("total", 39.95)
 *         .property("items", List.of("tea", "milk")));
 * }</pre>
 *
 * <p>Values may be text, numbers, booleans, null, times, enum constants, UUIDs, addresses, and
 * lists, arrays and maps of these. They are written down at once: what becomes of them later
 * changes nothing, and one that JSON cannot hold is refused by an {@link IllegalArgumentException}
 * that names it.
 *
 * <p>An event is not for several threads. It may be offered again, and is another event then,
 * unless it was given a message id.
 *
 * @param <E> the kind of event
 */
public abstract sealed class SegmentEvent<E extends SegmentEvent<E>>
    permits TraitsEvent, TrackEvent, ViewEvent, AliasEvent, JsonEvent {

  private static final String MESSAGE_ID = "messageId";
  private static final String TIMESTAMP = "timestamp";

  private final Map<String, Map<String, String>> objects = new LinkedHashMap<>();
  private final Map<String, String> fields = new LinkedHashMap<>();

  SegmentEvent() {}

  SegmentEvent(String type, Identity who) {
    field("type", type);
    who.userId().ifPresent(id -> field("userId", id));
    who.anonymousId().ifPresent(id -> field("anonymousId", id));
  }

  /** Who somebody is: traits of a user, such as name and address. */
  public static TraitsEvent identify(Identity who) {
    return new TraitsEvent("identify", who);
  }

  /**
   * What somebody did.
   *
   * @param event the name of the action, such as "Order Completed"
   * @throws IllegalArgumentException if it is blank
   */
  public static TrackEvent track(Identity who, String event) {
    return new TrackEvent(who, event);
  }

  /** A page that somebody has seen. Its name, if it has one, is {@link ViewEvent#name}. */
  public static ViewEvent page(Identity who) {
    return new ViewEvent("page", who);
  }

  /** A screen of an application that somebody has seen; the counterpart of a page. */
  public static ViewEvent screen(Identity who) {
    return new ViewEvent("screen", who);
  }

  /**
   * That somebody belongs to a group, such as a company, and its traits.
   *
   * @throws IllegalArgumentException if the id of the group is blank
   */
  public static TraitsEvent group(Identity who, String groupId) {
    TraitsEvent event = new TraitsEvent("group", who);
    event.field("groupId", Texts.notBlank("groupId", groupId));
    return event;
  }

  /**
   * That two ids are the same person.
   *
   * @param previousId what the person was known by so far
   * @param userId what the person is known by from now on
   * @throws IllegalArgumentException if one is blank
   */
  public static AliasEvent alias(String previousId, String userId) {
    return new AliasEvent(previousId, userId);
  }

  /**
   * An event that is JSON already: one from a file, or of another program. It must have a {@code
   * type} of the six, a {@code userId} or an {@code anonymousId}, and what its type asks for. All
   * its members are sent as they are, others than these too; a {@code messageId} and a {@code
   * timestamp} are added where they are missing.
   *
   * @throws IllegalArgumentException that says what is wrong, where it is no such event
   */
  public static SegmentEvent<?> json(String event) {
    return JsonEvent.read(event);
  }

  /**
   * The id by which the service knows an event that comes twice; a random one by default. Give one
   * where your program might offer the same event twice.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public E messageId(String id) {
    field(MESSAGE_ID, Texts.notBlank(MESSAGE_ID, id));
    return self();
  }

  /** When it happened; when it is offered, by default. Sent in milliseconds. */
  public E timestamp(Instant instant) {
    field(TIMESTAMP, Objects.requireNonNull(instant, TIMESTAMP));
    return self();
  }

  /**
   * Adds to the circumstances, such as {@code ip}, {@code locale} or {@code library}.
   *
   * @throws IllegalArgumentException if JSON cannot hold the value
   */
  public E context(String key, @Nullable Object value) {
    member("context", key, value);
    return self();
  }

  /** Whether the event goes to this destination of yours; {@code "All"} for all others. */
  public E integration(String destination, boolean on) {
    member("integrations", destination, on);
    return self();
  }

  /**
   * Sends the event to this destination of yours, with options.
   *
   * @throws IllegalArgumentException if JSON cannot hold them
   */
  public E integration(String destination, Map<String, ?> options) {
    member("integrations", destination, Objects.requireNonNull(options, "options"));
    return self();
  }

  abstract E self();

  final void field(String name, @Nullable Object value) {
    try {
      fields.put(name, JsonWriter.write(value));
    } catch (IllegalArgumentException e) {
      throw named(name, e);
    }
  }

  /** Adds to an object of the event. */
  final void member(String object, String key, @Nullable Object value) {
    Objects.requireNonNull(key, "key");
    Map<String, String> members = objects.computeIfAbsent(object, name -> new LinkedHashMap<>());
    try {
      members.put(key, JsonWriter.write(value));
    } catch (IllegalArgumentException e) {
      throw named(object + "." + key, e);
    }
  }

  private static IllegalArgumentException named(String name, IllegalArgumentException e) {
    return new IllegalArgumentException(name + ": " + e.getMessage(), e);
  }

  /**
   * The event as it is sent, in all attempts.
   *
   * @param messageId where it has none of its own
   * @param now its time, where it has none of its own
   */
  final String json(String messageId, Instant now) {
    Map<String, String> all = new LinkedHashMap<>(fields);
    all.computeIfAbsent(MESSAGE_ID, name -> JsonWriter.write(messageId));
    all.computeIfAbsent(TIMESTAMP, name -> JsonWriter.write(now));
    objects.forEach((name, members) -> all.put(name, JsonWriter.object(members)));
    return JsonWriter.object(all);
  }

  /** The kind of event; never its content. */
  @Override
  public String toString() {
    return "a Segment event of type " + fields.get("type");
  }
}
