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

  /**
   * The same call for one more attempt, which may run beside those already started: asked once for
   * each attempt of a call that is hedged. What an exchange knows of one attempt, such as whose
   * fault its failure was, must not be mixed up with another's. By default this exchange, which
   * suits one that knows nothing of that kind.
   *
   * <p>{@link #ended} is told to the first exchange alone.
   */
  default AsyncExchange<R> beside() {
    return this;
  }
}
