package dev.heed.retry;

import dev.heed.http.RequestHead;
import dev.heed.observe.CallLog;
import dev.heed.time.TimeSource;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The hedging of a plan, with what it has learned. Safe for use by several threads. */
final class Hedging {

  /** As many partitions as a plan keeps guards for; beyond that everything is learned anew. */
  private static final int MOST_PARTITIONS = 1024;

  final HedgePolicy policy;
  private final TimeSource time;
  private final ConcurrentHashMap<String, Latencies> latencies = new ConcurrentHashMap<>();

  Hedging(HedgePolicy policy, TimeSource time) {
    this.policy = policy;
    this.time = time;
  }

  /** The bases for the attempts of one call, in order; null where all go to the request's own. */
  @Nullable List<URI> bases() {
    return policy
        .endpoints()
        .map(endpoints -> endpoints.draw(policy.maxHedges() + 1, time))
        .orElse(null);
  }

  /** An attempt took so long until its head arrived, or until it lost. */
  void took(String partition, long nanos) {
    if (policy.percentile() > 0) {
      of(partition).add(nanos);
    }
  }

  /** The time until a hedge starts, in nanoseconds; negative: only after a handled failure. */
  long delayNanos(RequestHead request, int hedge, String partition) {
    long learned = policy.percentile() > 0 ? of(partition).percentile(policy.percentile()) : -1;
    if (learned >= 0) {
      return learned;
    }
    HedgeDelay delayBy = policy.delayBy();
    Duration chosen = delayBy == null ? null : chosen(delayBy, request, hedge);
    Duration delay = chosen == null ? policy.delay() : chosen;
    return delay.isNegative() ? -1 : RetryPolicy.saturatedNanos(delay);
  }

  private static @Nullable Duration chosen(HedgeDelay delayBy, RequestHead request, int hedge) {
    try {
      Duration delay = delayBy.before(request, hedge);
      if (delay == null) {
        CallLog.callbackFailed("hedge delay", new NullPointerException("no delay"));
      }
      return delay;
    } catch (Throwable e) {
      CallLog.callbackFailed("hedge delay", e);
      return null;
    }
  }

  private Latencies of(String partition) {
    if (latencies.size() >= MOST_PARTITIONS && !latencies.containsKey(partition)) {
      latencies.clear();
    }
    return latencies.computeIfAbsent(partition, key -> new Latencies());
  }
}
