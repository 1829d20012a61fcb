package dev.heed.conformance.wire;

/** The server's side of a {@link Wire}. */
interface Scripted {

  /** The reply failed: nothing that follows on this connection, or stream, would make sense. */
  void abandon();
}
