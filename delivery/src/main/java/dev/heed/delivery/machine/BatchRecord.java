package dev.heed.delivery.machine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a batch that was sent and is not settled. Times are on the queue's clock.
 *
 * @param attempts how often it was sent, counted before each send
 * @param failures how often in a row it had to wait by itself; the wait grows with it
 * @param counted those of the failures that were answers and count against the limit
 * @param next when it may be sent again; null for at once
 * @param firstFailure since when the time for its retries runs; null when it does not
 * @param limit how many of its events are sent at once; 0 for all
 */
record BatchRecord(
    int attempts,
    int failures,
    int counted,
    @Nullable Instant next,
    @Nullable Instant firstFailure,
    int limit) {

  static final BatchRecord NEW = new BatchRecord(0, 0, 0, null, null, 0);

  BatchRecord sending() {
    return new BatchRecord(attempts + 1, failures, counted, null, firstFailure, limit);
  }

  BatchRecord failed(Instant next, Instant firstFailure, boolean counts) {
    int answers = counts ? counted + 1 : counted;
    return new BatchRecord(attempts, failures + 1, answers, next, firstFailure, limit);
  }

  BatchRecord keptUntil(Instant next) {
    return new BatchRecord(attempts, failures + 1, counted, next, firstFailure, limit);
  }

  /** Some of its events were settled, so that what was counted says nothing of the others. */
  BatchRecord progressed() {
    return new BatchRecord(attempts, 0, 0, null, null, limit);
  }

  /** Its other events, none of which was sent in this way before. */
  BatchRecord rest() {
    return new BatchRecord(0, 0, 0, null, null, limit);
  }

  BatchRecord limitedTo(int events) {
    return new BatchRecord(attempts, failures, counted, null, firstFailure, events);
  }

  BatchRecord at(@Nullable Instant next, @Nullable Instant firstFailure) {
    return new BatchRecord(attempts, failures, counted, next, firstFailure, limit);
  }
}
