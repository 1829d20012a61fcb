package dev.heed.conformance.wire;

import java.util.HashMap;
import java.util.Map;

/** How much a client lets the server send, on a connection and its streams (RFC 9113, 5.2). */
final class Windows {

  private static final int CONNECTION = 0;

  private final Map<Integer, Long> left = new HashMap<>();
  private long initial = 65_535;

  Windows() {
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

  private long left(int stream) {
    return left.getOrDefault(stream, initial);
  }
}
