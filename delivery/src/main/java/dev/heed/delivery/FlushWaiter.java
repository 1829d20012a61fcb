package dev.heed.delivery;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Somebody who waits until the events up to a batch have left. Guarded by the shelf's lock. */
final class FlushWaiter {

  private final long lastBatch;
  private final long all;
  private final Instant deadline;
  private final CompletableFuture<FlushReport> future = new CompletableFuture<>();
  private long delivered;
  private long dropped;

  /**
   * Waits for events.
   *
   * @param lastBatch the last batch that counts
   * @param pending how many events wait in it and in those before
   * @param deadline on the queue's clock
   */
  FlushWaiter(long lastBatch, long pending, Instant deadline) {
    this.lastBatch = lastBatch;
    this.all = pending;
    this.deadline = deadline;
  }

  CompletableFuture<FlushReport> future() {
    return future;
  }

  Instant deadline() {
    return deadline;
  }

  void settled(long batch, int deliveredNow, int droppedNow) {
    if (batch <= lastBatch) {
      delivered += deliveredNow;
      dropped += droppedNow;
    }
  }

  boolean isDone() {
    return delivered + dropped >= all;
  }

  FlushReport report() {
    return new FlushReport(delivered, dropped, Math.max(0, all - delivered - dropped));
  }
}
