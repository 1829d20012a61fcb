package dev.heed.delivery.store;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** An event as a store gives it back. Not to be changed, nor the bytes in it. */
public final class StoredEvent {

  private final EventId id;
  private final byte[] bytes;

  private StoredEvent(EventId id, byte[] bytes) {
    this.id = Objects.requireNonNull(id, "id");
    this.bytes = Objects.requireNonNull(bytes, "bytes");
  }

  /**
   * An event as a store gives it back.
   *
   * @param id where it stands
   * @param bytes exactly as they were appended; not copied
   */
  public static StoredEvent of(EventId id, byte[] bytes) {
    return new StoredEvent(id, bytes);
  }

  /** Where it stands. */
  public EventId id() {
    return id;
  }

  /** The bytes, exactly as they were appended. The array itself, to be read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** The bytes as text. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The id and the size; never the content, which may be private. */
  @Override
  public String toString() {
    return "event " + id + " (" + bytes.length + " bytes)";
  }
}
