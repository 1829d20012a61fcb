package dev.heed.jdk;

import dev.heed.transport.BodyTooLargeException;
import dev.heed.transport.FailureKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** What the failures of the JDK's client mean, told by their types along the causes. */
final class Failures {

  /** Longer chains of causes are cyclic or not worth following. */
  private static final int MAX_CAUSES = 16;

  /** The part of the JDK's client that answers challenges. */
  private static final String AUTHENTICATION = "jdk.internal.net.http.AuthenticationFilter";

  private Failures() {}

  static FailureKind kindOf(Throwable failure) {
    if (failure instanceof InterruptedException) {
      return FailureKind.INTERRUPTED;
    }
    if (failure instanceof CancellationException) {
      return FailureKind.CANCELLED;
    }
    if (failure instanceof BodyTooLargeException) {
      return FailureKind.BODY;
    }
    if (!(failure instanceof IOException)) {
      // Unchecked: a bad argument, or code of the caller's own.
      return FailureKind.CALLER;
    }
    if (isCertificate(failure)) {
      return FailureKind.CERTIFICATE;
    }
    if (isCredentials(failure)) {
      return FailureKind.CREDENTIALS;
    }
    if (failure instanceof HttpConnectTimeoutException
        || failure instanceof ConnectException
        || failure instanceof SSLHandshakeException) {
      // No byte of the request has left: the connection never stood.
      return FailureKind.NOT_PROCESSED;
    }
    return failure instanceof HttpTimeoutException ? FailureKind.TIMED_OUT : FailureKind.TRANSPORT;
  }

  private static boolean isCertificate(Throwable failure) {
    return hasCause(
        failure,
        cause ->
            cause instanceof CertificateException
                || cause instanceof CertPathValidatorException
                || cause instanceof CertPathBuilderException
                || cause instanceof SSLPeerUnverifiedException);
  }

  /**
   * A refusal without a challenge, and credentials that were refused too often, are plain I/O
   * exceptions whose status is lost; a retry would only repeat refused credentials until an account
   * is locked. Where they come from is the one thing that tells them apart without their message.
   */
  private static boolean isCredentials(Throwable failure) {
    return hasCause(
        failure,
        cause -> {
          StackTraceElement[] trace = cause.getStackTrace();
          return trace.length > 0 && trace[0].getClassName().equals(AUTHENTICATION);
        });
  }

  private static boolean hasCause(Throwable failure, Predicate<Throwable> looked) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (looked.test(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** What an asynchronous stage has put into its own wrapping. */
  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean wrapped =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return wrapped && cause != null ? unwrapped(cause) : failure;
  }
}
