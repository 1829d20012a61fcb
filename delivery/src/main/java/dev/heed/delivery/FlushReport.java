package dev.heed.delivery;

/** What became of the events that were in a queue when it was asked to send them all. Immutable. */
public final class FlushReport {

  private final long delivered;
  private final long dropped;
  private final long pending;

  FlushReport(long delivered, long dropped, long pending) {
    this.delivered = delivered;
    this.dropped = dropped;
    this.pending = pending;
  }

  /** How many the server has taken meanwhile. */
  public long delivered() {
    return delivered;
  }

  /** How many were given up meanwhile, each reported with its reason. */
  public long dropped() {
    return dropped;
  }

  /** How many are still in the queue. */
  public long pending() {
    return pending;
  }

  /** Whether none is pending. */
  public boolean isComplete() {
    return pending == 0;
  }

  @Override
  public String toString() {
    return delivered + " delivered, " + dropped + " dropped, " + pending + " pending";
  }
}
