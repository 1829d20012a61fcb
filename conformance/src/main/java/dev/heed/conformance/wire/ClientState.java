package dev.heed.conformance.wire;

import java.util.HashMap;
import java.util.Map;

/**
 * What a client has said about a connection: how much it lets the server send, there and on each
 * stream (RFC 9113, section 5.2), and how often it has answered.
 */
final class ClientState {

  private static final int CONNECTION = 0;

  private final Map<Integer, Long> left = new HashMap<>();
  private long initial = 65_535;
  private int pongs;
  private int lastPushed;

  ClientState() {
    left.put(CONNECTION, initial);
  }

  /** The client said how much every stream may have. */
  synchronized void initial(long size) {
    long more = size - initial;
    initial = size;
    left.replaceAll((stream, now) -> stream == CONNECTION ? now : now + more);
  }

  synchronized void grow(int stream, int bytes) {
    left.put(stream, left(stream) + bytes);
  }

  /** How many bytes may be sent on a stream now; 0 or less when none. */
  synchronized long room(int stream) {
    return Math.min(left(stream), left(CONNECTION));
  }

  /** Takes as many bytes as may be sent, at most as many as wanted. */
  synchronized int take(int stream, int wanted) {
    int taken = (int) Math.max(0, Math.min(wanted, room(stream)));
    grow(stream, -taken);
    grow(CONNECTION, -taken);
    return taken;
  }

  /** The number of a stream that the server opens. */
  synchronized int nextPushed() {
    lastPushed += 2;
    return lastPushed;
  }

  /** The client has answered a ping: it has read all that was sent before. */
  synchronized void ponged() {
    pongs++;
  }

  synchronized int pongs() {
    return pongs;
  }

  private long left(int stream) {
    return left.getOrDefault(stream, initial);
  }
}
