package dev.heed.conformance;

import java.io.IOException;

/**
 * One client that follows a plan: what a test makes its calls on. Used by several threads at once.
 */
public interface Subject extends AutoCloseable {

  /**
   * Makes a call and waits for its end on the calling thread. Called in blocking modes only.
   *
   * @return any response, of any status: an exception that the host raises for a status is to be
   *     undone
   * @throws IOException or whatever else a caller of the host sees
   * @throws InterruptedException when the calling thread was interrupted, for hosts that say so
   */
  Result send(RequestSpec request) throws IOException, InterruptedException;

  /**
   * Starts a call and returns at once. Called in asynchronous modes only.
   *
   * @return the call, which {@link InFlight#result() ends} with a response of any status
   */
  InFlight start(RequestSpec request);

  /** Frees what the client holds: its connections and threads. */
  @Override
  void close();
}
