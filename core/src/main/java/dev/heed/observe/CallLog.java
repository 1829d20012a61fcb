package dev.heed.observe;

import dev.heed.time.Durations;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The two built-in loggers. {@code dev.heed.call} stands outermost and writes one line for each
 * call; {@code dev.heed.attempt} stands innermost and writes one line for each attempt. Both write
 * at DEBUG, except that a call which ends badly after retries, and not by the caller's own wish, is
 * one WARNING. Queries and credentials are left out.
 */
public final class CallLog {

  private static final Logger CALL = System.getLogger("dev.heed.call");
  private static final Logger ATTEMPT = System.getLogger("dev.heed.attempt");

  private CallLog() {}

  /** Whether calls that end well are logged. */
  public static boolean isVerbose() {
    return CALL.isLoggable(Level.DEBUG) || ATTEMPT.isLoggable(Level.DEBUG);
  }

  /** Writes the line of an attempt. */
  public static void attempt(CallInfo call, AttemptReport attempt) {
    if (ATTEMPT.isLoggable(Level.DEBUG)) {
      ATTEMPT.log(
          Level.DEBUG,
          call.plan()
              + ": "
              + call.request().method()
              + " "
              + Redaction.place(attempt.uri().orElse(call.request().uri()))
              + " attempt "
              + attempt
              + " in "
              + Durations.text(attempt.duration()));
    }
  }

  /** Writes the line of a call. */
  public static void call(CallReport report) {
    boolean retried = report.attempts().size() > 1;
    boolean badAfterRetries =
        retried && report.gaveUpBecause().filter(CallLog::isTrouble).isPresent();
    Level level = badAfterRetries ? Level.WARNING : Level.DEBUG;
    if (CALL.isLoggable(level)) {
      CALL.log(level, report.toString());
    }
  }

  /** A caller who ends the call knows about it. */
  private static boolean isTrouble(GaveUpBecause why) {
    return why != GaveUpBecause.CANCELLED && why != GaveUpBecause.INTERRUPTED;
  }

  /** Writes that a guard has changed its state. */
  public static void stateChanged(StateChange change) {
    if (CALL.isLoggable(Level.DEBUG)) {
      CALL.log(Level.DEBUG, change.toString());
    }
  }

  /** Says that a callback of the user's has failed, and that the outcome stands. */
  public static void callbackFailed(String what, Throwable failure) {
    CALL.log(Level.WARNING, what + " failed; the outcome stands", failure);
  }
}
