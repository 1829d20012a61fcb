package dev.heed.guard;

import dev.heed.http.RequestHead;

/**
 * Who asks a guard: a call or an attempt. Made by the engine. Valid while the guard answers; a
 * guard keeps no reference to it.
 */
public interface Asker {

  /** The caller's request. */
  RequestHead request();

  /** The number of the attempt that is to be made, from 1; 0 in the call ring. */
  int attempt();
}
