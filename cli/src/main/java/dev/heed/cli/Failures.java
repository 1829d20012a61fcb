package dev.heed.cli;

import dev.heed.retry.AttemptTimeoutException;
import dev.heed.retry.CallTimeoutException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/** Failures of a transport in a few words, without anything that a request held. */
final class Failures {

  private Failures() {}

  static String brief(Throwable failure) {
    if (failure instanceof HttpConnectTimeoutException) {
      return "connect timed out";
    }
    if (failure instanceof CallTimeoutException) {
      return "call timed out";
    }
    if (failure instanceof AttemptTimeoutException) {
      return "attempt timed out";
    }
    if (failure instanceof HttpTimeoutException) {
      return "timed out";
    }
    if (failure instanceof ConnectException) {
      return isUnknownHost(failure) ? "unknown host" : "connection refused";
    }
    return failure instanceof SocketException
        ? "connection reset"
        : failure.getClass().getSimpleName();
  }

  private static boolean isUnknownHost(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause != null && (cause instanceof UnresolvedAddressException || isUnknownHost(cause));
  }
}
