package dev.heed.guard;

/**
 * "Not yet": the asker waits until an instant and asks again. A place that is kept for it; to be
 * extended by guards.
 */
public abstract non-sealed class GuardWait extends Admission {

  private final long until;

  /**
   * A place that is kept.
   *
   * @param until the instant on the monotonic clock of the plan's time source at which to ask again
   */
  protected GuardWait(long until) {
    this.until = until;
  }

  /** The instant on the monotonic clock at which to ask again. */
  public final long until() {
    return until;
  }

  /** Asks again; the place is given up with that. The instant may not have come yet. */
  public abstract Admission again(Asker asker);

  /** Gives the place up without asking again, as when the call was cancelled. */
  public void leave() {}
}
