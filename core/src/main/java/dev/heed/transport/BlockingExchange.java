package dev.heed.transport;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits on the caller's thread.
 *
 * @param <R> the host's response type
 */
public interface BlockingExchange<R> extends Exchange<R> {

  /**
   * Sends one attempt and waits for its end.
   *
   * @param outgoing the attempt; its limit covers it up to the moment the host hands the result
   *     over
   * @param gate asked when the head arrives
   * @return the response, or null when the gate had it discarded
   * @throws IOException when the attempt failed
   * @throws InterruptedException when the calling thread was interrupted
   */
  @Nullable R send(Outgoing outgoing, Gate gate) throws IOException, InterruptedException;
}
