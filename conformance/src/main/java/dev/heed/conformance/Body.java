package dev.heed.conformance;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The body of a request, in the kinds that a client has to treat differently (rule B2). */
public final class Body {

  /** How a body is given. */
  public enum Kind {
    /** There is none. */
    NONE,
    /** Bytes in memory: {@link Body#bytes()}. To be given to the host as bytes or text. */
    BYTES,
    /** A file: {@link Body#file()}. To be given to the host as a file, not as a stream. */
    FILE,
    /**
     * A stream that can be read once: {@link Body#stream()}. To be given to the host as a stream of
     * unknown length, and without reading it first.
     */
    ONE_SHOT,
    /**
     * A new stream for each attempt: {@link Body#stream()}. To be given to the host by the
     * adapter's way to supply a body afresh, which calls {@code stream()} for each attempt.
     */
    SUPPLIED
  }

  private static final Body NONE = new Body(Kind.NONE, null, null, InputStream::nullInputStream);

  private final Kind kind;
  private final byte @Nullable [] bytes;
  private final @Nullable Path file;
  private final Supplier<? extends InputStream> streams;

  private Body(
      Kind kind,
      byte @Nullable [] bytes,
      @Nullable Path file,
      Supplier<? extends InputStream> streams) {
    this.kind = kind;
    this.bytes = bytes;
    this.file = file;
    this.streams = streams;
  }

  static Body none() {
    return NONE;
  }

  static Body text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Body(Kind.BYTES, bytes, null, () -> new ByteArrayInputStream(bytes));
  }

  static Body file(Path file) {
    return new Body(Kind.FILE, null, Objects.requireNonNull(file), InputStream::nullInputStream);
  }

  static Body oneShot(InputStream stream) {
    return new Body(Kind.ONE_SHOT, null, null, () -> stream);
  }

  static Body supplied(Supplier<? extends InputStream> streams) {
    return new Body(Kind.SUPPLIED, null, null, streams);
  }

  /** How this body is given. */
  public Kind kind() {
    return kind;
  }

  /** The bytes of a body of kind {@link Kind#BYTES}; they are UTF-8 text. */
  public byte[] bytes() {
    return Objects.requireNonNull(bytes, () -> "no bytes: a body of kind " + kind).clone();
  }

  /** The file of a body of kind {@link Kind#FILE}. */
  public Path file() {
    return Objects.requireNonNull(file, () -> "no file: a body of kind " + kind);
  }

  /**
   * The stream of a body of kind {@link Kind#ONE_SHOT}, the same one each time, or a new one of
   * kind {@link Kind#SUPPLIED}.
   */
  public InputStream stream() {
    if (kind != Kind.ONE_SHOT && kind != Kind.SUPPLIED) {
      throw new IllegalStateException("no stream: a body of kind " + kind);
    }
    return streams.get();
  }
}
