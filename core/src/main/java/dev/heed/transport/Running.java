package dev.heed.transport;

/** An attempt on the wire. */
@FunctionalInterface
public interface Running {

  /** Stops the attempt and frees its connection or stream. Has no effect once it has ended. */
  void cancel();
}
