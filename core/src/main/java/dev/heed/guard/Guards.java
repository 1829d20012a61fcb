package dev.heed.guard;

/** Ready-made guards, for {@code perCall} and {@code perAttempt} of a plan. */
public final class Guards {

  private Guards() {}

  /**
   * At most so many at the same time in each partition, and no queue: one more is refused at once.
   * In the call ring it counts calls, from their start to their end with all waits; in the attempt
   * ring it counts sends.
   *
   * @throws IllegalArgumentException when not positive
   */
  public static GuardFamily concurrencyLimit(int most) {
    return new ConcurrencyLimit(most);
  }

  /**
   * One guard for all partitions, such as an instance that other code uses too. {@code describe()}
   * warns of it, since one host can then stop the calls to all others.
   *
   * @param guard asked for all partitions
   */
  public static GuardFamily shared(Guard guard) {
    return new SharedGuard(guard.family(), guard);
  }
}
