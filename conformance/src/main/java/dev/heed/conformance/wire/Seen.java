package dev.heed.conformance.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One request as it came over the wire, and what became of it. Times are readings of the monotonic
 * clock ({@code System.nanoTime}). Safe for use by several threads.
 */
public final class Seen {

  private final int connection;
  private final int stream;
  private final long arrivedAt;
  private final String method;
  private final String target;
  private final List<String> fields;
  private volatile byte[] body = {};
  private volatile boolean complete;
  private volatile boolean answered;
  private volatile long answeredAt;
  private volatile long bodyWritten;
  private volatile boolean cancelled;
  private volatile long cancelledAt;
  private volatile boolean done;

  /**
   * A request whose head has arrived.
   *
   * @param line method and target, with a space between them
   */
  Seen(int connection, int stream, long arrivedAt, String line, List<String> fields) {
    this.connection = connection;
    this.stream = stream;
    this.arrivedAt = arrivedAt;
    String[] parts = line.split(" ", -1);
    this.method = parts[0];
    this.target = parts.length > 1 ? parts[1] : "";
    this.fields = List.copyOf(fields);
  }

  /** The same request after its connection has changed to HTTP/2. */
  Seen onStream(int number) {
    return new Seen(connection, number, arrivedAt, method + " " + target, fields);
  }

  void body(byte[] bytes) {
    body = bytes;
    complete = true;
  }

  /** Whether the whole body has arrived. */
  boolean isComplete() {
    return complete;
  }

  void answered(long nanos) {
    answeredAt = nanos;
    answered = true;
  }

  /** Called by the one thread that answers this request. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void wrote(int bytes) {
    bodyWritten += bytes;
  }

  synchronized void cancelled(long nanos) {
    if (!cancelled) {
      cancelledAt = nanos;
      cancelled = true;
    }
  }

  void done() {
    done = true;
  }

  /** Whether the server has done what the script says, or was kept from it. */
  boolean isDone() {
    return done;
  }

  /** The number of the connection on which the request came, from 1. */
  public int connection() {
    return connection;
  }

  /** The number of the HTTP/2 stream; 0 on HTTP/1.1. */
  public int stream() {
    return stream;
  }

  /** The method, as in {@code GET}. */
  public String method() {
    return method;
  }

  /** The target as it was sent, as in {@code /x?y=z}. */
  public String target() {
    return target;
  }

  /** The fields as {@code name: value}, in their order and spelling; no pseudo-header fields. */
  public List<String> fields() {
    return fields;
  }

  /** All values of a field, one for each line, in their order. */
  public List<String> values(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return fields.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).trim())
        .toList();
  }

  /** Whether there is such a field. */
  public boolean has(String name) {
    return !values(name).isEmpty();
  }

  /** The body; empty until all of it has arrived. Not to be changed. */
  public byte[] body() {
    return body;
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** When the first byte of the request had been read. */
  public long arrivedAt() {
    return arrivedAt;
  }

  /** Whether the head of a reply was written, or is about to be. */
  public boolean isAnswered() {
    return answered;
  }

  /**
   * When the last byte of the head of the reply was written: read just before, so that no client
   * can have seen it earlier. Meaningless until {@link #isAnswered}.
   */
  public long answeredAt() {
    return answeredAt;
  }

  /**
   * How long after the answer to an earlier request this one arrived: the time that the client has
   * waited, and a little more. The clock is read to the client's advantage at both ends.
   */
  public Duration since(Seen earlier) {
    return Duration.ofNanos(arrivedAt - earlier.answeredAt);
  }

  /**
   * Bytes of the reply's body written so far. The client has taken no more than these; some may be
   * in buffers still.
   */
  public long bodyWritten() {
    return bodyWritten;
  }

  /**
   * Whether the client gave up: it closed the connection, or reset the stream, before the server
   * had done what the script says.
   */
  public boolean isCancelled() {
    return cancelled;
  }

  /** When the server saw the client give up. Meaningless until {@link #isCancelled}. */
  public long cancelledAt() {
    return cancelledAt;
  }

  /** Method, target and place, for messages. */
  @Override
  public String toString() {
    String place = stream == 0 ? "" : ", stream " + stream;
    return method + " " + target + " on connection " + connection + place;
  }
}
