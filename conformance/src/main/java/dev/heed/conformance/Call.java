package dev.heed.conformance;

import dev.heed.observe.CallReport;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A call that a test has started, blocking or not. A blocking one has a thread of its own, so that
 * the test can look at the server meanwhile, and so that a client that hangs fails its test.
 */
final class Call {

  /** What the names of the threads of blocking callers start with. */
  static final String THREADS = "conformance-caller-";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CompletableFuture<Result> ended = new CompletableFuture<>();
  private final long began = now();
  private volatile long over;
  private volatile boolean interruptKept;
  private Runnable cancel = () -> {};

  private Call() {}

  static Call start(Subject subject, RequestSpec request, Mode mode) {
    Call call = new Call();
    if (mode.isAsync()) {
      call.startAsync(subject, request);
    } else {
      call.startBlocking(subject, request, false);
    }
    return call;
  }

  /** A blocking call on a thread that was interrupted before. */
  static Call startInterrupted(Subject subject, RequestSpec request) {
    Call call = new Call();
    call.startBlocking(subject, request, true);
    return call;
  }

  private static long now() {
    return TimeSource.system().nanoTime();
  }

  private void startAsync(Subject subject, RequestSpec request) {
    InFlight flight = subject.start(request);
    cancel = flight::cancel;
    var unused = flight.result().whenComplete(this::end);
  }

  private void startBlocking(Subject subject, RequestSpec request, boolean interrupted) {
    Thread thread =
        new Thread(
            () -> {
              if (interrupted) {
                Thread.currentThread().interrupt();
              }
              run(subject, request);
            },
            THREADS + request);
    thread.setDaemon(true);
    cancel = thread::interrupt;
    thread.start();
  }

  private void run(Subject subject, RequestSpec request) {
    Result result = null;
    Throwable failure = null;
    try {
      result = subject.send(request);
    } catch (Throwable e) {
      failure = e;
    }
    interruptKept = Thread.currentThread().isInterrupted();
    end(result, failure);
  }

  private void end(@Nullable Result result, @Nullable Throwable failure) {
    over = now();
    if (failure == null) {
      ended.complete(result);
    } else {
      ended.completeExceptionally(failure);
    }
  }

  /** Cancels an asynchronous call; interrupts the caller of a blocking one. */
  Call cancel() {
    cancel.run();
    return this;
  }

  /** Whether the thread of a blocking call was still marked as interrupted when the call ended. */
  boolean interruptKept() {
    awaitEnd();
    return interruptKept;
  }

  /** How long the call took. */
  Duration took() {
    awaitEnd();
    return Duration.ofNanos(over - began);
  }

  /** The response with which the call ended. */
  Result result() {
    awaitEnd();
    try {
      return ended.join();
    } catch (CompletionException e) {
      throw new AssertionError("the call failed, and should have returned a response", cause(e));
    }
  }

  /** The exception with which the call ended, as the caller of the host sees it. */
  Throwable failure() {
    awaitEnd();
    try {
      throw new AssertionError("the call should have failed, but it returned " + ended.join());
    } catch (CompletionException e) {
      return cause(e);
    } catch (java.util.concurrent.CancellationException e) {
      return e;
    }
  }

  /** The report of the call, however it ended. */
  CallReport report() {
    awaitEnd();
    return ended.isCompletedExceptionally()
        ? Failures.report(failure())
        : CallReport.of(result().host());
  }

  private static Throwable cause(Throwable failure) {
    boolean wrapper =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    Throwable cause = failure.getCause();
    return wrapper && cause != null ? cause(cause) : failure;
  }

  /** Waits for the end of the call, whatever it is; not for ever. */
  void awaitEnd() {
    try {
      ended.exceptionally(failure -> null).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the call has not ended after " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError("interrupted while waiting for the end of the call", e);
    }
  }
}
