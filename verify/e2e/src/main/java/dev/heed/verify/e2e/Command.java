package dev.heed.verify.e2e;

import java.io.IOException;

/** A command that speaks the protocol. Used by several threads. */
interface Command {

  /**
   * Runs it with an input of the protocol.
   *
   * @return all that it wrote to standard output
   * @throws IOException when it cannot be run, or does not end in time
   */
  String run(String input) throws IOException, InterruptedException;
}
