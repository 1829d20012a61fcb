package dev.heed.delivery;

/**
 * Is told what happens in a queue.
 *
 * <p>The methods are called on threads of the queue, and on that of an offer which made room for
 * its event, possibly at the same time. A method that takes long holds up the uploads. What a
 * method throws is logged and changes nothing.
 *
 * <p>Methods may be added to this interface; they will have a default.
 */
public interface DeliveryListener {

  /**
   * An event has left the queue: delivered, or dropped with its reason. Called exactly once for
   * each accepted event while the process lives; of events that were settled when it was killed it
   * may not have been told.
   */
  default void settled(EventOutcome outcome) {}

  /** An upload has ended, with an answer or without. */
  default void uploaded(UploadReport report) {}

  /**
   * Something did not work that should: the store, the dead letter, an uploader. The queue goes on,
   * and tries again what can be tried again.
   *
   * @param what happened and what follows, for people
   * @param failure what was thrown
   */
  default void trouble(String what, Throwable failure) {}
}
