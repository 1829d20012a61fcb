package dev.heed.jdk;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** One request as it came over the wire. */
final class Seen {

  private final int connection;
  private final long at;
  private final List<String> lines;
  private volatile byte[] body = {};
  private volatile long answered;

  /**
   * A request whose head has arrived.
   *
   * @param at the monotonic clock, at the first byte
   * @param lines the request line and the header lines
   */
  Seen(int connection, long at, List<String> lines) {
    this.connection = connection;
    this.at = at;
    this.lines = List.copyOf(lines);
  }

  void body(byte[] bytes) {
    body = bytes;
  }

  void answered(long nanos) {
    answered = nanos;
  }

  /** The number of the connection, from 1. */
  int connection() {
    return connection;
  }

  /** The monotonic clock when the first byte had arrived. */
  long at() {
    return at;
  }

  /** The monotonic clock just before the last byte of the reply's head was written. */
  long answered() {
    return answered;
  }

  String method() {
    return lines.get(0).split(" ", -1)[0];
  }

  String target() {
    return lines.get(0).split(" ", -1)[1];
  }

  /** All values of a field, one for each line. */
  List<String> values(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return lines.stream()
        .skip(1)
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).trim())
        .toList();
  }

  boolean has(String name) {
    return !values(name).isEmpty();
  }

  byte[] body() {
    return body;
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return lines.get(0) + " on connection " + connection;
  }
}
