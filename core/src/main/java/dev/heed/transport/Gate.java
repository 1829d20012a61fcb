package dev.heed.transport;

import dev.heed.http.ResponseHead;

/**
 * Asked by a transport at the moment a response head arrives.
 *
 * <p>The answer is computed at once, on the thread that asks; the gate never blocks and never
 * throws.
 */
@FunctionalInterface
public interface Gate {

  /**
   * Whether the response is to be handed to the caller. Asked at most once for each attempt.
   *
   * @return false when another attempt will follow, or when the attempt has ended: the transport
   *     then discards the body, reading at most 64 KiB and for at most 250 ms
   */
  boolean keep(ResponseHead head);
}
