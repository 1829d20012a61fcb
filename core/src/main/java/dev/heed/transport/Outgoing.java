package dev.heed.transport;

import dev.heed.http.HeaderEdits;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One attempt as the rings have prepared it. Immutable once handed to a transport.
 *
 * @apiNote A class and not a record, so that it can grow.
 */
public final class Outgoing {

  private final int number;
  private final @Nullable HeaderEdits edits;
  private final boolean retryable;
  private final long limit;
  private final @Nullable URI uri;

  /**
   * An attempt.
   *
   * @param number 1 for the first attempt
   * @param edits what the stages set; null for nothing
   * @param retryable whether Heed retries this call, so that a client of Heed further inside passes
   *     it through
   * @param limit how long the attempt may take, in nanoseconds; 0 for no limit
   */
  public Outgoing(int number, @Nullable HeaderEdits edits, boolean retryable, long limit) {
    this(number, edits, retryable, limit, null);
  }

  private Outgoing(
      int number, @Nullable HeaderEdits edits, boolean retryable, long limit, @Nullable URI uri) {
    this.number = number;
    this.edits = edits;
    this.retryable = retryable;
    this.limit = limit;
    this.uri = uri;
  }

  /** The same attempt at another place than the caller's request names. */
  public Outgoing to(URI place) {
    return new Outgoing(number, edits, retryable, limit, place);
  }

  /** 1 for the first attempt of a call. */
  public int number() {
    return number;
  }

  /** What the stages set or removed; null when they changed nothing. */
  public @Nullable HeaderEdits edits() {
    return edits;
  }

  /** Whether Heed retries this call: the request is then marked for clients of Heed further in. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * Where the attempt goes; null for where the caller's request says. Where it is given, the host
   * derives the {@code Host} header from it.
   */
  public @Nullable URI uri() {
    return uri;
  }

  /** How long the attempt may take, in nanoseconds; 0 for no limit. */
  public long limit() {
    return limit;
  }
}
