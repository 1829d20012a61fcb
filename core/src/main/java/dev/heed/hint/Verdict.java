package dev.heed.hint;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server says about whether to try again, apart from when: nothing, retry, stop, or retry
 * after an exact delay.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class Verdict {

  /**
   * The answers that a reader of verdicts can give. More may be added later: a {@code switch} over
   * them needs a {@code default}.
   */
  public enum Kind {
    /** The response holds no verdict, or none that can be read. */
    NONE,
    /** The server asks for a retry, whatever the status; the hint or the backoff says when. */
    RETRY,
    /** The server asks not to retry, whatever the status and the hint. */
    STOP,
    /** The server asks for a retry after exactly {@link Verdict#delay()}. */
    DELAY
  }

  private static final Verdict NONE = new Verdict(Kind.NONE, Duration.ZERO, null, null);

  private final Kind kind;
  private final Duration delay;
  private final @Nullable String header;
  private final @Nullable String value;

  private Verdict(Kind kind, Duration delay, @Nullable String header, @Nullable String value) {
    this.kind = kind;
    this.delay = delay;
    this.header = header;
    this.value = value;
  }

  /** No verdict: the status decides. */
  public static Verdict none() {
    return NONE;
  }

  /**
   * The server asks for a retry.
   *
   * @param header the field that says so
   * @param value the value of that field, as received
   */
  public static Verdict retry(String header, String value) {
    return of(Kind.RETRY, Duration.ZERO, header, value);
  }

  /**
   * The server asks not to retry.
   *
   * @param header the field that says so
   * @param value the value of that field, as received
   */
  public static Verdict stop(String header, String value) {
    return of(Kind.STOP, Duration.ZERO, header, value);
  }

  /**
   * The server asks for a retry after an exact delay, which takes the place of hint and backoff.
   *
   * @param delay how long from the moment the head arrived; zero or more
   * @param header the field that says so
   * @param value the value of that field, as received
   * @throws IllegalArgumentException if the delay is negative
   */
  public static Verdict delay(Duration delay, String header, String value) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException(
          "a delay must not be negative, but is " + Durations.text(delay));
    }
    return of(Kind.DELAY, delay, header, value);
  }

  private static Verdict of(Kind kind, Duration delay, String header, String value) {
    return new Verdict(
        kind,
        delay,
        Objects.requireNonNull(header, "header"),
        Objects.requireNonNull(value, "value"));
  }

  /** Which of the answers this is. */
  public Kind kind() {
    return kind;
  }

  /** True unless this is {@link Kind#NONE}. */
  public boolean isPresent() {
    return kind != Kind.NONE;
  }

  /** The delay of {@link Kind#DELAY}; zero for all others. */
  public Duration delay() {
    return delay;
  }

  /** The field that decided; empty for {@link Kind#NONE}. */
  public Optional<String> header() {
    return Optional.ofNullable(header);
  }

  /** The value of the field that decided, as received, without blanks around it. */
  public Optional<String> value() {
    return Optional.ofNullable(value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Verdict that
        && kind == that.kind
        && delay.equals(that.delay)
        && Objects.equals(header, that.header)
        && Objects.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, delay, header, value);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "no verdict";
      case RETRY -> header + ": " + value + " (retry)";
      case STOP -> header + ": " + value + " (stop)";
      case DELAY -> header + ": " + value + " (retry after " + Durations.text(delay) + ")";
    };
  }
}
