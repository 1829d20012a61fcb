package dev.heed.retry;

import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a whole call is over, waits included. The report of the call is attached; the
 * failure of the attempt that was cut, if any, is the cause.
 */
public final class CallTimeoutException extends HttpTimeoutException implements CallFailure {

  private static final long serialVersionUID = 1;

  CallTimeoutException(String message, @Nullable Throwable cause) {
    super(message);
    if (cause != null) {
      initCause(cause);
    }
  }
}
