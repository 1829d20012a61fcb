package dev.heed.conformance.wire;

/** The server's side of a {@link Wire}: what happens around a reply. */
interface Scripted {

  /** The reply has ended. */
  void done();

  /** The reply failed: nothing that follows on this connection, or stream, would make sense. */
  void abandon();
}
