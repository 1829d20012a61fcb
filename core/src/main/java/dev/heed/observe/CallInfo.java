package dev.heed.observe;

import dev.heed.http.RequestHead;

/**
 * The call that an event is about. The same object for all events of one call.
 *
 * <p>Safe to read by several threads.
 */
public interface CallInfo {

  /** The name of the plan. */
  String plan();

  /** The caller's request. */
  RequestHead request();
}
