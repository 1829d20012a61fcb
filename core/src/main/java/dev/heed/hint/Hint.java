package dev.heed.hint;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a reader made of a response: no hint, a wait, or a wait too long to be held.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class Hint {

  /** The three answers that a reader can give, in the order of how long they mean. */
  public enum Kind {
    /** The response asks for no wait, or for none that can be read. */
    NONE,
    /** The response asks for {@link Hint#duration()}. */
    WAIT,
    /** The response asks for more time than can be represented: no attempt may be made. */
    TOO_LONG
  }

  /**
   * The wait that stands for {@link Kind#TOO_LONG} where only a duration can be told: about 292
   * years, the most that fits in a {@code long} of nanoseconds.
   */
  public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private static final Hint NONE = new Hint(Kind.NONE, Duration.ZERO, null, null);

  private final Kind kind;
  private final Duration duration;
  private final @Nullable String header;
  private final @Nullable String value;

  private Hint(Kind kind, Duration duration, @Nullable String header, @Nullable String value) {
    this.kind = kind;
    this.duration = duration;
    this.header = header;
    this.value = value;
  }

  /** No hint. */
  public static Hint none() {
    return NONE;
  }

  /**
   * A wait that the server asked for.
   *
   * @param duration how long from the moment the head arrived; zero allows one immediate retry;
   *     negative means: stop, and return the response
   * @param header the field that decided, as the dialect spells it
   * @param value the value of that field as received, without blanks around it; where the field
   *     holds several limits, the one that decided
   */
  public static Hint waitFor(Duration duration, String header, String value) {
    return new Hint(
        Kind.WAIT,
        Objects.requireNonNull(duration, "duration"),
        Objects.requireNonNull(header, "header"),
        Objects.requireNonNull(value, "value"));
  }

  /**
   * A wait that no field names, such as one that a provider's documentation fixes.
   *
   * @param duration how long from the moment the head arrived; zero allows one immediate retry;
   *     negative means: stop, and return the response
   */
  public static Hint waitFor(Duration duration) {
    return new Hint(Kind.WAIT, Objects.requireNonNull(duration, "duration"), null, null);
  }

  /**
   * A wait that is longer than any number we can hold.
   *
   * @param header the field that decided, as the dialect spells it
   * @param value the value of that field, as received
   */
  public static Hint tooLong(String header, String value) {
    return new Hint(
        Kind.TOO_LONG,
        FOREVER,
        Objects.requireNonNull(header, "header"),
        Objects.requireNonNull(value, "value"));
  }

  /** The same field with another wait. */
  Hint withDuration(Duration other) {
    return new Hint(kind, other, header, value);
  }

  /** The same answer, of which only a part of the value told the time. */
  Hint withValue(String whole) {
    return kind == Kind.NONE ? this : new Hint(kind, duration, header, whole);
  }

  /** The same field, but no number can hold its wait. */
  Hint asTooLong() {
    return new Hint(Kind.TOO_LONG, FOREVER, header, value);
  }

  /** Which of the three answers this is. */
  public Kind kind() {
    return kind;
  }

  /** True unless this is {@link Kind#NONE}. */
  public boolean isPresent() {
    return kind != Kind.NONE;
  }

  /** The wait: zero for {@link Kind#NONE}, {@link #FOREVER} for {@link Kind#TOO_LONG}. */
  public Duration duration() {
    return duration;
  }

  /** The field that decided, or empty for {@link Kind#NONE} and for waits without a field. */
  public Optional<String> header() {
    return Optional.ofNullable(header);
  }

  /**
   * The value of the field that decided, as received, without blanks around it. Where the field
   * holds several limits, this is the one that decided.
   */
  public Optional<String> value() {
    return Optional.ofNullable(value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Hint that
        && kind == that.kind
        && duration.equals(that.duration)
        && Objects.equals(header, that.header)
        && Objects.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, duration, header, value);
  }

  @Override
  public String toString() {
    String field = header == null ? "no field" : header + ": " + value;
    return switch (kind) {
      case NONE -> "no hint";
      case WAIT -> field + " (" + Durations.text(duration) + ")";
      case TOO_LONG -> field + " (too long)";
    };
  }
}
