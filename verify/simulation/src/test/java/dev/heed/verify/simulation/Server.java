package dev.heed.verify.simulation;

import java.util.List;
import java.util.Map;

/**
 * A server that fails for 30 s. Otherwise it works off its requests one after the other, as fast as
 * it can, and turns away what would have to wait too long; to say no costs it something too. When
 * it comes back it is cold: it has to get fast again, so it matters how it is met.
 *
 * <p>All instants are nanoseconds from the start.
 */
final class Server {

  static final long SECOND = 1_000_000_000L;
  static final long MILLI = 1_000_000L;

  /** When it begins to fail, and when it is back. */
  static final long FAILS = 10 * SECOND;

  static final long BACK = 40 * SECOND;

  /** Requests a second. The clients make a thousand calls a second. */
  static final long WARM = 2_000;

  static final long COLD = 1_200;
  static final long WARMS_UP = 20 * SECOND;

  /** What is turned away costs this part of what is worked off. */
  static final double COST_OF_NO = 0.1;

  static final long LONGEST_QUEUE = SECOND / 2;

  /** This part of the good answers takes a second longer, for reasons that nobody knows. */
  static final double SLOW = 0.02;

  private static final long FAST_LEAST = 10 * MILLI;
  private static final long FAST_MOST = 30 * MILLI;
  private static final long NO_TAKES = 5 * MILLI;

  private final boolean hints;
  private final Chance chance;
  private double workUntil;

  /**
   * A server.
   *
   * @param hints whether it says, while it fails, when it will be back
   */
  Server(boolean hints, Chance chance) {
    this.hints = hints;
    this.chance = chance;
  }

  static boolean failsAt(long now) {
    return now >= FAILS && now < BACK;
  }

  /** A request arrives. */
  Answer answer(long now) {
    if (failsAt(now)) {
      long after = chance.between(FAST_LEAST, FAST_MOST);
      return new Answer(503, hints ? retryAfter(now + after) : Map.of(), after);
    }
    double free = Math.max(workUntil, (double) now);
    boolean no = free - now > LONGEST_QUEUE;
    workUntil = free + (no ? COST_OF_NO : 1) * SECOND / capacity(now);
    return no
        ? new Answer(503, Map.of(), NO_TAKES)
        : new Answer(200, Map.of(), (long) (workUntil - now) + own());
  }

  /** The time that an answer takes by itself. */
  private long own() {
    long fast = chance.between(FAST_LEAST, FAST_MOST);
    return chance.happens(SLOW) ? fast + SECOND : fast;
  }

  /** Whole seconds, rounded up, as a server has to. */
  private static Map<String, List<String>> retryAfter(long now) {
    long seconds = Math.max(1, (BACK - now + SECOND - 1) / SECOND);
    return Map.of("Retry-After", List.of(Long.toString(seconds)));
  }

  private static double capacity(long now) {
    if (now < BACK) {
      return WARM;
    }
    return COLD + (WARM - COLD) * Math.min(1, (double) (now - BACK) / WARMS_UP);
  }
}
