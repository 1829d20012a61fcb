package dev.heed.observe;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The report of a failed call, carried among the suppressed exceptions of its failure so that every
 * printed stack trace shows the attempts. Has no stack of its own.
 */
final class AttemptHistory extends Exception {

  private static final long serialVersionUID = 1;

  // Replaced when a host raises the same exception object for several calls, so that a shared
  // exception carries the latest history and does not collect one for each call.
  private transient volatile CallReport report;

  private AttemptHistory(CallReport report) {
    super(null, null, false, false);
    this.report = report;
  }

  static void attach(Throwable failure, CallReport report) {
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof AttemptHistory history) {
        history.report = report;
        return;
      }
    }
    failure.addSuppressed(new AttemptHistory(report));
    if (failure.getSuppressed().length == 0) {
      // The exception does not take suppressed ones; the report is kept beside it instead.
      KeptReports.INSTANCE.put(failure, report);
    }
  }

  static @Nullable CallReport attachedTo(Throwable failure) {
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof AttemptHistory history) {
        return history.report;
      }
    }
    return KeptReports.INSTANCE.get(failure);
  }

  static @Nullable CallReport reportOf(Throwable failure) {
    CallReport attached = attachedTo(failure);
    if (attached != null) {
      return attached;
    }
    Throwable cause = failure.getCause();
    // A later JDK's future raises a cancel as a new one, with the first as its cause.
    boolean wrapped =
        failure instanceof CompletionException
            || failure instanceof ExecutionException
            || failure instanceof CancellationException;
    return wrapped && cause != null ? reportOf(cause) : null;
  }

  @Override
  public String getMessage() {
    CallReport known = report;
    return known == null ? "attempts not known" : known + " " + known.attempts();
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
