package dev.heed.delivery.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The rules of delivery once more, told in another way: whole milliseconds, plain fields that
 * change, and sets of codes. It shares no code with the machine. Chance plays no part in it.
 */
final class ReferenceModel {

  static final long NEVER = Long.MIN_VALUE;

  private static final Set<Integer> RETRIED_4XX = Set.of(408, 410, 429, 460);
  private static final Set<Integer> FINAL_5XX = Set.of(501, 505, 511);
  private static final long HOUR = 3_600_000;

  /** The settings, which a test changes. */
  static final class Config {
    boolean pauses = true;
    boolean backsOff = true;
    boolean limited;
    int pauseCount = 100;
    int retryCount = 10;
    long longestPause = 300_000;
    long episode = 12 * HOUR;
    long base = 500;
    long ceiling = 60_000;
    long total = 12 * HOUR;
    int keptStatus = 403;
    int droppedStatus = 503;
  }

  private static final class Waiting {
    int sent;
    int failed;
    int refused;
    long until = NEVER;
    long since = NEVER;
  }

  final Config config = new Config();
  private long pause = NEVER;
  private int paused;
  private long started = NEVER;
  private final Map<Long, Waiting> batches = new HashMap<>();

  private Waiting batch(long id) {
    return batches.computeIfAbsent(id, unused -> new Waiting());
  }

  int sent(long id) {
    return batches.containsKey(id) ? batch(id).sent : 0;
  }

  /** Until when this batch may not be sent; NEVER when it may. */
  long heldUntil(long id, long now) {
    if (pause > now) {
      return pause;
    }
    long own = batches.containsKey(id) ? batch(id).until : NEVER;
    return own > now ? own : NEVER;
  }

  void send(long id) {
    batch(id).sent++;
    batch(id).until = NEVER;
  }

  /**
   * An answer.
   *
   * @param status 0 for none
   * @param hint in milliseconds, negative for none
   * @return "done", "drop" and the reason, or "again" and when
   */
  String answer(long id, int status, long hint, long now) {
    if (status / 100 == 2) {
      pause = NEVER;
      paused = 0;
      started = NEVER;
      return end(id, "done");
    }
    if (status == 0) {
      return config.backsOff ? backOff(id, false, now) : keep(id, now);
    }
    if (status == config.keptStatus) {
      if (config.pauses && hint > 0) {
        pause = now + Math.min(hint, config.longestPause);
        return "again " + pause;
      }
      return keep(id, now);
    }
    boolean retried = status != config.droppedStatus && isRetried(status);
    if (!config.pauses && !config.backsOff) {
      boolean leaves = status / 100 == 4 && status != 429 || status == config.droppedStatus;
      return leaves ? end(id, retried ? "drop RETRIES_OFF" : "drop REFUSED") : keep(id, now);
    }
    if (!retried) {
      return end(id, "drop REFUSED");
    }
    if (status == 429) {
      return config.pauses ? pauseAll(id, throttledFor(hint), now) : end(id, "drop RETRIES_OFF");
    }
    if (config.pauses && hint > 0) {
      return pauseAll(id, Math.min(hint, config.longestPause), now);
    }
    return config.backsOff ? backOff(id, true, now) : end(id, "drop RETRIES_OFF");
  }

  private long throttledFor(long hint) {
    return hint == 0
        ? config.base
        : Math.min(hint < 0 ? Long.MAX_VALUE : hint, config.longestPause);
  }

  private static boolean isRetried(int status) {
    return RETRIED_4XX.contains(status) || status / 100 == 5 && !FINAL_5XX.contains(status);
  }

  private String pauseAll(long id, long wait, long now) {
    pause = now + wait;
    long start = started == NEVER ? now : started;
    boolean often = config.limited && paused >= config.pauseCount;
    if (often || pause > start + config.episode) {
      paused = 0;
      started = NEVER;
      return end(id, often ? "drop RETRIES_EXHAUSTED" : "drop TIME_EXHAUSTED");
    }
    paused++;
    started = start;
    return "again " + pause;
  }

  private String backOff(long id, boolean answered, long now) {
    Waiting batch = batch(id);
    if (answered && config.limited && batch.refused >= config.retryCount) {
      return end(id, "drop RETRIES_EXHAUSTED");
    }
    long since = batch.since == NEVER ? now : batch.since;
    long until = now + wait(batch.failed);
    if (until > since + config.total) {
      return end(id, "drop TIME_EXHAUSTED");
    }
    batch.since = since;
    batch.refused += answered ? 1 : 0;
    batch.failed++;
    batch.until = until;
    return "again " + until;
  }

  private String keep(long id, long now) {
    Waiting batch = batch(id);
    batch.until = now + wait(batch.failed++);
    return "again " + batch.until;
  }

  private long wait(int failedBefore) {
    return (long) Math.min(config.base * Math.pow(2, failedBefore), (double) config.ceiling);
  }

  private String end(long id, String how) {
    batches.remove(id);
    return how;
  }

  /** The process ends; the next one starts when the wall clock has moved by so much. */
  void restart(long wallMoved, long now) {
    long passed = Math.max(0, Math.min(wallMoved, HOUR));
    pause = moved(pause, passed);
    started = moved(started, passed);
    for (Waiting batch : batches.values()) {
      batch.until = moved(batch.until, passed);
      batch.since = moved(batch.since, passed);
    }
    bound(now);
  }

  /** The queue's clock stands still meanwhile, so that what is ahead comes nearer. */
  private static long moved(long time, long passed) {
    return time == NEVER ? NEVER : time - passed;
  }

  /** No wait is longer than the longest. */
  void bound(long now) {
    pause = Math.min(pause, now + config.longestPause);
    for (Waiting batch : batches.values()) {
      batch.until = Math.min(batch.until, now + config.ceiling);
    }
  }
}
