package dev.heed.verify.simulation;

import java.util.Arrays;

/**
 * Which client calls when, in nanoseconds from the start. A client calls whatever has become of its
 * calls before, as users do.
 */
final class Load {

  static final int CLIENTS = 1000;

  private static final int CLIENT_BITS = 10;
  private static final long SECOND = 1_000_000_000L;
  private static final long PERIOD = 10 * SECOND;
  private static final long IN_STEP = 10_000_000L;

  // An instant, and the client in the lowest bits.
  private final long[] calls;

  private Load(long[] calls) {
    this.calls = calls;
  }

  /** Each client calls once a second on average, and knows nothing of the others. */
  static Load steady(long end, Chance chance) {
    long[] calls = new long[(int) (end / SECOND) * CLIENTS * 2];
    int count = 0;
    for (int client = 0; client < CLIENTS; client++) {
      for (long at = chance.gap(SECOND); at < end; at += chance.gap(SECOND)) {
        calls[count] = at << CLIENT_BITS | client;
        count++;
      }
    }
    return sorted(Arrays.copyOf(calls, count));
  }

  /** All clients call together, within 10 ms, every 10 s. */
  static Load inStep(long end, Chance chance) {
    long[] calls = new long[(int) (end / PERIOD) * CLIENTS];
    for (int i = 0; i < calls.length; i++) {
      long at = PERIOD / 2 + i / CLIENTS * PERIOD + chance.between(0, IN_STEP);
      calls[i] = at << CLIENT_BITS | i % CLIENTS;
    }
    return sorted(calls);
  }

  private static Load sorted(long[] calls) {
    Arrays.sort(calls);
    return new Load(calls);
  }

  int size() {
    return calls.length;
  }

  long at(int call) {
    return calls[call] >> CLIENT_BITS;
  }

  int client(int call) {
    return (int) (calls[call] & (1 << CLIENT_BITS) - 1);
  }
}
