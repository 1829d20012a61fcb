package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;

/**
 * Tells listener, dead letter and log what happens. What a listener throws is logged and hurts
 * nobody. Counts need no listener, so they are kept elsewhere.
 */
final class Telling {

  private static final Logger LOG = System.getLogger("dev.heed.delivery");

  /** Nobody refused these: they are told to the listener alone. */
  private static final Set<DropReason> NOT_REFUSED =
      Set.of(DropReason.QUEUE_FULL, DropReason.UNREADABLE, DropReason.CLOSED);

  private final String queue;
  private final List<DeliveryListener> listeners;
  private final List<DeadLetter> deadLetters;

  Telling(String queue, List<DeliveryListener> listeners, List<DeadLetter> deadLetters) {
    this.queue = queue;
    this.listeners = listeners;
    this.deadLetters = deadLetters;
  }

  /** Keeps refused events where somebody may look at them, before they leave the queue. */
  void keepRefused(List<EventOutcome> outcomes) throws IOException {
    List<EventOutcome> refused =
        outcomes.stream()
            .filter(outcome -> outcome.reason().filter(r -> !NOT_REFUSED.contains(r)).isPresent())
            .toList();
    if (refused.isEmpty()) {
      return;
    }
    for (DeadLetter deadLetter : deadLetters) {
      try {
        deadLetter.add(refused);
      } catch (RuntimeException e) {
        throw new IOException("the dead letter failed", e);
      }
    }
  }

  void settled(List<EventOutcome> outcomes) {
    for (EventOutcome outcome : outcomes) {
      tell(listener -> listener.settled(outcome));
    }
  }

  void dropped(long batch, int events, DropReason reason, String why) {
    LOG.log(
        Level.WARNING,
        () ->
            queue + ": batch " + batch + ": " + events + " events dropped, " + reason + ": " + why);
  }

  void uploaded(UploadReport report) {
    LOG.log(Level.DEBUG, () -> queue + ": " + report);
    tell(listener -> listener.uploaded(report));
  }

  /** A failed disk or connection needs no stack trace, which would repeat while it lasts. */
  void trouble(String what, Throwable failure) {
    if (failure instanceof IOException) {
      LOG.log(Level.WARNING, () -> queue + ": " + what + ": " + failure);
    } else {
      LOG.log(Level.WARNING, queue + ": " + what, failure);
    }
    tell(listener -> listener.trouble(what, failure));
  }

  /** Settings that are not used as they were given. */
  void adjusted(HttpConfig config) {
    config.adjustments().forEach(what -> LOG.log(Level.WARNING, () -> queue + ": " + what));
  }

  private interface Message {
    void to(DeliveryListener listener);
  }

  private void tell(Message message) {
    for (DeliveryListener listener : listeners) {
      try {
        message.to(listener);
      } catch (RuntimeException | Error e) {
        LOG.log(Level.WARNING, queue + ": a listener failed; nothing changes", e);
      }
    }
  }
}
