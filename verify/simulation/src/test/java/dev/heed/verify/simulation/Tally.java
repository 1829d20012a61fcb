package dev.heed.verify.simulation;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What is counted at the server and at the clients, and what follows from it. */
final class Tally {

  /** The counts at the server have a place for each 100 ms. */
  static final long SLOT = 100 * Server.MILLI;

  static final int SLOTS_A_SECOND = 10;

  /** A call that takes longer has not gone well, whatever its answer. */
  private static final long PATIENCE = 2 * Server.SECOND;

  private static final double WELL = 0.99;

  private final Load load;
  private final long[] took;
  private final boolean[] succeeded;
  private final int[] requests;
  private final int[] retries;
  private int ended;
  private int insideOwnHint;
  private int insideAnyHint;

  Tally(Load load, long end) {
    this.load = load;
    took = new long[load.size()];
    succeeded = new boolean[load.size()];
    requests = new int[(int) (end / SLOT)];
    retries = new int[requests.length];
  }

  // What happens.

  void ended(int call, long now, boolean success) {
    took[call] = now - load.at(call);
    succeeded[call] = success;
    ended++;
  }

  void sent(int attempt, long now) {
    int slot = (int) (now / SLOT);
    if (slot < requests.length) {
      requests[slot]++;
      retries[slot] += attempt > 1 ? 1 : 0;
    }
  }

  /** A request was sent before the time had come that the server had asked for. */
  void insideHint(boolean own) {
    insideAnyHint++;
    insideOwnHint += own ? 1 : 0;
  }

  // What follows.

  boolean isComplete() {
    return ended == load.size();
  }

  int calls() {
    return load.size();
  }

  int insideOwnHint() {
    return insideOwnHint;
  }

  int insideAnyHint() {
    return insideAnyHint;
  }

  /** Requests in each stretch of time that is so many slots long. */
  int[] requests(int from, int slotsEach, int stretches) {
    return IntStream.range(0, stretches)
        .map(stretch -> sum(requests, from + stretch * slotsEach, slotsEach))
        .toArray();
  }

  private static int sum(int[] counts, int from, int slots) {
    return Arrays.stream(counts, from, from + slots).sum();
  }

  /** Requests at the failing server for each call that was begun meanwhile. */
  double amplification() {
    int from = (int) (Server.FAILS / SLOT);
    int slots = (int) (Server.BACK / SLOT) - from;
    return (double) sum(requests, from, slots) / begun(Server.FAILS, Server.BACK);
  }

  /** The most requests in 100 ms from when the server is back. */
  int mostWhenBack() {
    return Arrays.stream(requests, (int) (Server.BACK / SLOT), requests.length).max().orElse(0);
  }

  /** The most requests of retries and hedges in 100 ms while the server fails. */
  int mostRetriesInOutage() {
    return Arrays.stream(retries, (int) (Server.FAILS / SLOT), (int) (Server.BACK / SLOT))
        .max()
        .orElse(0);
  }

  /** The part of the calls begun in this time that succeeded. */
  double success(long from, long to) {
    return (double) count(from, to, Long.MAX_VALUE) / begun(from, to);
  }

  /** What this percentage of the successful calls begun in this time did not exceed. */
  long percentile(int percent, long from, long to) {
    long[] sorted =
        calls(from, to).filter(call -> succeeded[call]).mapToLong(call -> took[call]).toArray();
    Arrays.sort(sorted);
    int rank = (sorted.length * percent + 99) / 100;
    return sorted.length == 0 ? 0 : sorted[Math.max(1, rank) - 1];
  }

  /**
   * Whole seconds from when the server is back until the calls go well again, and go on to do so:
   * 99 of 100 begun in each second succeed within 2 s. Negative when that does not come.
   */
  int secondsToRecover(long end) {
    int recovered = -1;
    for (long from = end - Server.SECOND; from >= Server.BACK; from -= Server.SECOND) {
      long to = from + Server.SECOND;
      if (count(from, to, PATIENCE) < WELL * begun(from, to)) {
        return recovered;
      }
      recovered = (int) ((from - Server.BACK) / Server.SECOND);
    }
    return recovered;
  }

  private long begun(long from, long to) {
    return calls(from, to).count();
  }

  private long count(long from, long to, long within) {
    return calls(from, to).filter(call -> succeeded[call] && took[call] <= within).count();
  }

  private IntStream calls(long from, long to) {
    return IntStream.range(first(from), first(to));
  }

  /** The first call at or after this instant. */
  private int first(long instant) {
    int low = 0;
    int high = load.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (load.at(middle) < instant) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
