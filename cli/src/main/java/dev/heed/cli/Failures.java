package dev.heed.cli;

import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.CallTimeoutException;
import dev.heed.retry.RefusedException;
import dev.heed.transport.TruncatedBodyException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Failures in a few words. */
final class Failures {

  private static final int MOST_CAUSES = 16;

  private Failures() {}

  /** In words of our own, which hold nothing of the request. */
  static String brief(Throwable failure) {
    if (failure instanceof HttpTimeoutException) {
      return timeout(failure);
    }
    if (failure instanceof ConnectException) {
      return isUnknownHost(failure) ? "unknown host" : "connection refused";
    }
    if (failure instanceof RefusedException refused) {
      return "refused by the " + Text.shown(refused.guard());
    }
    if (failure instanceof TruncatedBodyException) {
      return "the body was cut short";
    }
    if (failure instanceof SSLException) {
      return "TLS failed";
    }
    if (failure instanceof InterruptedException) {
      return "interrupted";
    }
    return failure instanceof SocketException
        ? "connection reset"
        : "connection broken (" + failure.getClass().getSimpleName() + ")";
  }

  private static String timeout(Throwable failure) {
    if (failure instanceof HttpConnectTimeoutException) {
      return "connect timed out";
    }
    if (failure instanceof CallTimeoutException) {
      return "call timed out";
    }
    return failure instanceof AttemptTimeoutException ? "attempt timed out" : "timed out";
  }

  private static boolean isUnknownHost(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
      if (cause instanceof UnresolvedAddressException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** The same with what the failure itself says, but for values of the request. */
  static String told(Throwable failure, RequestOptions request) {
    String message = failure.getMessage();
    String brief = brief(failure);
    return message == null || message.isBlank() || message.equalsIgnoreCase(brief)
        ? brief
        : brief + ": " + Text.shown(request.redacted(message));
  }
}
