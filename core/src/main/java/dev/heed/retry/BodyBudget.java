package dev.heed.retry;

import java.util.concurrent.atomic.AtomicLong;

/** How much of one-shot bodies a plan may keep in memory at the same time. */
final class BodyBudget {

  private final int limitEach;
  private final long limitAll;
  private final AtomicLong used = new AtomicLong();

  BodyBudget(int limitEach, long limitAll) {
    this.limitEach = limitEach;
    this.limitAll = limitAll;
  }

  boolean hasLimitsOf(BodyBudget other) {
    return limitEach == other.limitEach && limitAll == other.limitAll;
  }

  int limitEach() {
    return limitEach;
  }

  long limitAll() {
    return limitAll;
  }

  /** Takes room for a body, or answers false. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= limitAll) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }
}
