package dev.heed.retry;

import dev.heed.stage.TransientStageException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Marks a failure as raised by a stage, on its way to the decision. The caller sees the cause. */
final class StageFailure extends Exception {

  private static final long serialVersionUID = 1;

  private final String stage;
  private final Throwable failure;

  StageFailure(String stage, Throwable raised) {
    super(null, raised, false, false);
    this.stage = stage;
    this.failure = unwrapped(raised);
  }

  String stage() {
    return stage;
  }

  /** What the stage raised. */
  Throwable failure() {
    return failure;
  }

  /** The same as a caller may be given it. */
  Throwable declared() {
    boolean known =
        failure instanceof IOException
            || failure instanceof RuntimeException
            || failure instanceof Error;
    return known ? failure : new IOException("stage " + stage + " failed", failure);
  }

  boolean isTransient() {
    return failure instanceof TransientStageException;
  }

  static Throwable unwrapped(Throwable raised) {
    Throwable cause = raised.getCause();
    boolean wrapper = raised instanceof CompletionException || raised instanceof ExecutionException;
    return wrapper && cause != null ? unwrapped(cause) : raised;
  }
}
