package dev.heed.guard;

/**
 * The leave to go ahead, to be extended by guards. Settled exactly once, whatever happens: also
 * after a cancel, a time limit, or a failure of a stage. The engine sees to that.
 *
 * <p>One object may stand for many permits, so that a guard that only counts makes no object for
 * each call.
 */
public abstract non-sealed class Permit extends Admission {

  private static final Permit FREE =
      new Permit() {
        @Override
        public void settle(Ending ending) {}
      };

  /** For guards. */
  protected Permit() {}

  /** Gives the permit back, and tells how it ended. Must be quick, and must not throw. */
  public abstract void settle(Ending ending);

  /** A permit that nobody counts: settling it does nothing. */
  public static Permit free() {
    return FREE;
  }
}
