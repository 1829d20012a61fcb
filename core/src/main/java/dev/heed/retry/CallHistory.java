package dev.heed.retry;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallLog;
import dev.heed.observe.CallReport;
import dev.heed.observe.FlightRecorder;
import dev.heed.observe.RetryDecision;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to one call, for listeners, loggers and the report. Nothing is kept of a call
 * that ends well at once and that nobody watches: such a call reads no clock for it either.
 */
final class CallHistory {

  private final CallInfo call;
  private final CallListener[] listeners;
  private final @Nullable CallListener recorder;
  private final TimeSource time;
  private final long start;
  private final boolean kept;
  private final boolean watched;
  private @Nullable List<AttemptReport> attempts;

  CallHistory(CallInfo call, EngineSettings settings, CallOptions options, long start) {
    this.call = call;
    this.time = settings.time;
    this.start = start;
    listeners = settings.listeners;
    recorder = FlightRecorder.listener();
    kept = settings.reports || options.report();
    watched = kept || listeners.length > 0 || recorder != null || CallLog.isVerbose();
  }

  void callStarted() {
    if (watched) {
      tell(listener -> listener.callStarted(call));
    }
  }

  void attemptStarted(int number) {
    if (watched) {
      tell(listener -> listener.attemptStarted(call, number));
    }
  }

  void attemptEnded(
      int number, int status, @Nullable Throwable failure, Directive next, long attemptStart) {
    RetryDecision decision = next.decision();
    if (!watched && decision == null && attempts == null) {
      return;
    }
    AttemptReport report =
        AttemptReport.builder(number)
            .times(attemptStart - start, time.nanoTime() - attemptStart)
            .status(status)
            .failure(failure)
            .asked(next.asked())
            .decision(decision)
            .build();
    if (attempts == null) {
      attempts = new ArrayList<>(4);
    }
    attempts.add(report);
    CallLog.attempt(call, report);
    tell(listener -> listener.attemptEnded(call, report));
    if (decision == null) {
      return;
    }
    tell(listener -> listener.retryDecided(call, report, decision));
    if (next instanceof Directive.Wait) {
      tell(listener -> listener.waitStarted(call, report, decision));
    }
  }

  void callEnded(
      int status,
      @Nullable Object response,
      @Nullable Throwable failure,
      @Nullable RetryDecision ending) {
    if (!watched && attempts == null && failure == null) {
      return;
    }
    List<AttemptReport> all = attempts == null ? List.of() : attempts;
    CallReport report =
        new CallReport(
            call, all, ending, Duration.ofNanos(time.nanoTime() - start), status, failure);
    if (failure != null) {
      if (!report.isOfSharedFailure()) {
        suppressEarlier(failure, all);
      }
      report.attachTo(failure);
    } else if (kept && response != null) {
      report.keepFor(response);
    }
    CallLog.call(report);
    tell(listener -> listener.callEnded(call, report));
  }

  /** The failures of earlier attempts, flat and each once, behind the one that is raised. */
  private static void suppressEarlier(Throwable failure, List<AttemptReport> attempts) {
    Set<Throwable> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.add(failure);
    known.addAll(List.of(failure.getSuppressed()));
    for (AttemptReport attempt : attempts) {
      Throwable earlier = attempt.failure().orElse(null);
      if (earlier != null && known.add(earlier)) {
        failure.addSuppressed(earlier);
      }
    }
  }

  private void tell(Consumer<CallListener> event) {
    for (CallListener listener : listeners) {
      tell(listener, event);
    }
    if (recorder != null) {
      tell(recorder, event);
    }
  }

  private static void tell(CallListener listener, Consumer<CallListener> event) {
    try {
      event.accept(listener);
    } catch (Throwable e) {
      CallLog.callbackFailed("listener", e);
    }
  }
}
