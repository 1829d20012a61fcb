package dev.heed.retry;

import dev.heed.observe.CallLog;
import dev.heed.transport.Exchange;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Running;

/**
 * What is asked of a transport where an exception could not be passed on: a fault of an adapter is
 * logged and the safe answer is taken, so that the call ends with the outcome that it has.
 */
final class SafeCalls {

  private SafeCalls() {}

  /** What a failure means; when the transport cannot say, one that is not to be retried. */
  static FailureKind classify(Exchange<?> exchange, Throwable failure) {
    try {
      return exchange.classify(failure);
    } catch (Throwable e) {
      CallLog.callbackFailed("the transport's classify", e);
      return FailureKind.CALLER;
    }
  }

  static boolean bodyRestartable(Exchange<?> exchange) {
    try {
      return exchange.bodyRestartable();
    } catch (Throwable e) {
      CallLog.callbackFailed("the transport's bodyRestartable", e);
      return false;
    }
  }

  static <R> void discard(Exchange<R> exchange, R response) {
    run("discard", () -> exchange.discard(response));
  }

  static void cancel(Running running) {
    run("cancel", running::cancel);
  }

  static void ended(Exchange<?> exchange) {
    run("ended", exchange::ended);
  }

  private static void run(String name, Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      CallLog.callbackFailed("the transport's " + name, e);
    }
  }
}
