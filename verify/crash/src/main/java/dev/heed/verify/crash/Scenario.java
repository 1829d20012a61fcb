package dev.heed.verify.crash;

import java.io.IOException;

/** What happens in a round of one kind. */
interface Scenario {

  /**
   * Runs its processes, of which the last one has ended when this returns.
   *
   * @param round has what they need, and is told what is wrong
   */
  void run(Round round) throws IOException, InterruptedException;
}
