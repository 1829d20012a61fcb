package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.EventId;
import dev.heed.delivery.store.StoredBatch;
import dev.heed.delivery.store.StoredEvent;
import java.util.List;

/** Makes the outcomes of several events at once. */
final class Outcomes {

  private Outcomes() {}

  static List<EventOutcome> delivered(List<StoredEvent> events, int status) {
    return events.stream()
        .map(event -> EventOutcome.delivered(event.id(), event.bytes(), status))
        .toList();
  }

  static List<EventOutcome> dropped(
      List<StoredEvent> events, DropReason reason, int status, String why) {
    return events.stream()
        .map(event -> EventOutcome.dropped(event.id(), event.bytes(), reason, status, why))
        .toList();
  }

  /** The events of a batch that no store can read any more. */
  static List<EventOutcome> unreadable(StoredBatch batch) {
    return batch.unreadable().stream()
        .mapToObj(
            place ->
                EventOutcome.dropped(
                    EventId.of(batch.id(), place),
                    null,
                    DropReason.UNREADABLE,
                    0,
                    "the store cannot read it any more"))
        .toList();
  }
}
