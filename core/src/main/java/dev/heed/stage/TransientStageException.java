package dev.heed.stage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Raised by a stage whose failure will pass, such as a token server that is busy: the attempt may
 * be retried as after a transport failure.
 */
public final class TransientStageException extends IOException {

  private static final long serialVersionUID = 1;

  /** With a message and the failure behind it; the cause may be null. */
  public TransientStageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
