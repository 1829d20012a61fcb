package dev.heed.delivery.upload;

import dev.heed.delivery.store.EventId;
import dev.heed.delivery.store.StoredEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Batches to send, as tests need them. */
final class Batches {

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private Batches() {}

  static UploadBatch of(String... events) {
    return attempt(1, events);
  }

  static UploadBatch attempt(int attempt, String... events) {
    List<StoredEvent> stored = new ArrayList<>();
    for (String event : events) {
      byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
      stored.add(StoredEvent.of(EventId.of(7, stored.size()), bytes));
    }
    return UploadBatch.of(7, stored, attempt, NOON);
  }
}
