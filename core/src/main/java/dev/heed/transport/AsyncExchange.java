package dev.heed.transport;

/**
 * A call that holds no thread.
 *
 * @param <R> the host's response type
 */
public interface AsyncExchange<R> extends Exchange<R> {

  /**
   * Starts one attempt.
   *
   * @param outgoing the attempt; the engine keeps its limit and cancels it
   * @param gate asked when the head arrives
   * @param done told how the attempt ended, exactly once
   * @return the attempt on the wire
   */
  Running start(Outgoing outgoing, Gate gate, Done<R> done);
}
