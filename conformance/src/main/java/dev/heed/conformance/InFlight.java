package dev.heed.conformance;

import java.util.concurrent.CompletionStage;

/** An asynchronous call that was started. */
public interface InFlight {

  /**
   * Completes with the response, or with the failure that a caller of the host sees, wrapped or
   * not.
   */
  CompletionStage<Result> result();

  /** Cancels the call in the way in which a caller of the host does. */
  void cancel();
}
