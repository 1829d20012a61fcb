package dev.heed.retry;

import dev.heed.guard.GuardKind;
import dev.heed.observe.WaitedBecause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A guard's "not yet" or "no".
 *
 * @param refusal the reason of a "no"; null for a "not yet"
 * @param until the instant at which to ask again; meaningless for a refusal
 * @param time how long the guard will go on so, where it is known
 */
record Barred(
    GuardKind kind,
    String guard,
    String partition,
    @Nullable String refusal,
    long until,
    @Nullable Duration time) {

  /** Who asked for the wait, for reports. */
  WaitedBecause waitedBecause() {
    return kind == GuardKind.COOLDOWN ? WaitedBecause.COOLDOWN : WaitedBecause.LIMIT;
  }

  /** The guard and its partition, for messages. */
  String who() {
    return "the " + guard + " of " + partition;
  }
}
