package dev.heed.conformance;

/**
 * Something that not every HTTP client knows at all. A test that needs what an adapter does not
 * name among its capabilities is not run, and needs an {@link Exemption} that says where the host
 * shows that it has no such thing.
 *
 * @apiNote Can grow: an adapter names what it has, and has nothing that is not named.
 */
public enum Capability {
  /** A request body can come from a file. */
  FILE_BODIES,
  /** A request body can come from a source that can be read only once. */
  ONE_SHOT_BODIES,
  /** A request body can be supplied afresh for each attempt. */
  SUPPLIED_BODIES,
  /** A response can be handed to the caller before its body has arrived. */
  STREAMED_RESPONSES,
  /** A request can carry a time limit of its own, apart from the plan's. */
  REQUEST_TIMEOUTS
}
