package dev.heed.retry;

import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/** The time limit of one attempt is over, and no further attempt is made. */
public final class AttemptTimeoutException extends HttpTimeoutException implements CallFailure {

  private static final long serialVersionUID = 1;

  AttemptTimeoutException(String message, @Nullable Throwable cause) {
    super(message);
    if (cause != null) {
      initCause(cause);
    }
  }
}
