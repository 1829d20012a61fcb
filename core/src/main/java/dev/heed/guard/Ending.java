package dev.heed.guard;

import java.util.Optional;

/**
 * How a call or an attempt ended. Made by the engine. Valid while a permit is being settled; a
 * guard keeps no reference to it.
 */
public interface Ending {

  /** What it says of the server. A guard may judge by the status or the failure instead. */
  Settlement settlement();

  /** The status of the response; 0 when no head had arrived. */
  int status();

  /** The failure, if there was one. */
  Optional<Throwable> failure();
}
