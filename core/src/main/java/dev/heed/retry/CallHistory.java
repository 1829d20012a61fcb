package dev.heed.retry;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallLog;
import dev.heed.observe.CallReport;
import dev.heed.observe.FlightRecorder;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.GuardEvent;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.StateChange;
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
 * What has happened to one call, for listeners, loggers and the report. A call that ends well at
 * once and that nobody watches has none, and reads no clock for one.
 */
sealed class CallHistory permits HedgedHistory {

  final CallInfo call;
  private final CallListener[] listeners;
  private final @Nullable CallListener recorder;
  final TimeSource time;
  final long start;
  private final boolean kept;
  private @Nullable List<AttemptReport> attempts;
  private @Nullable RetryDecision held;

  CallHistory(
      CallInfo call,
      EngineSettings settings,
      CallOptions options,
      long start,
      @Nullable CallListener recorder) {
    this.call = call;
    this.time = settings.time;
    this.start = start;
    this.recorder = recorder;
    listeners = settings.listeners;
    kept = keeps(settings, options);
  }

  private static boolean keeps(EngineSettings settings, CallOptions options) {
    return settings.reports || options.report();
  }

  /**
   * The history of a call that begins; null when nobody watches, so that it may never be needed.
   */
  static @Nullable CallHistory ifWatched(
      CallInfo call, EngineSettings settings, CallOptions options, long start) {
    CallListener recorder = FlightRecorder.listener();
    boolean watched =
        recorder != null
            || settings.listeners.length > 0
            || keeps(settings, options)
            || CallLog.isVerbose();
    return watched ? new CallHistory(call, settings, options, start, recorder) : null;
  }

  /** The history of an unwatched call in which something has gone wrong. */
  static CallHistory ofTrouble(
      CallInfo call, EngineSettings settings, CallOptions options, long start) {
    return new CallHistory(call, settings, options, start, null);
  }

  void callStarted() {
    tell(listener -> listener.callStarted(call));
  }

  /** A guard has refused, or makes the call wait. */
  void barred(Barred barred, Directive next) {
    // The attempt that a guard refuses may have lost already.
    RetryDecision decision =
        next.decision() == null
            ? RetryDecision.stop(GaveUpBecause.REFUSED, "by " + barred.who())
            : next.decision();
    GuardEvent event = new GuardEvent(barred.guard(), barred.partition(), decision, barred.time());
    if (!(next instanceof Directive.Hold)) {
      tell(listener -> listener.guardRefused(call, event));
      return;
    }
    held(decision);
    tell(listener -> listener.guardWaitStarted(call, event));
  }

  /** A guard makes the next attempt wait. */
  void held(RetryDecision decision) {
    List<AttemptReport> made = attempts;
    if (made == null || made.isEmpty()) {
      held = decision.after(held);
    } else {
      int last = made.size() - 1;
      made.set(last, made.get(last).heldBy(decision));
    }
  }

  void attemptStarted(int number) {
    tell(listener -> listener.attemptStarted(call, number));
  }

  /**
   * An attempt has ended.
   *
   * @param ended what it was and how it ended
   * @param began when it began, from the start of the call
   */
  void attemptEnded(int number, AttemptReport.Builder ended, Directive next, long began) {
    RetryDecision decision = next.decision();
    AttemptReport report =
        ended
            .times(began, time.nanoTime() - start - began)
            .asked(next.asked())
            .decision(decision)
            .build();
    add(report);
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

  void add(AttemptReport report) {
    if (attempts == null) {
      attempts = new ArrayList<>(4);
    }
    attempts.add(report);
  }

  /** The reports of the attempts so far. */
  List<AttemptReport> attempts() {
    return attempts == null ? List.of() : attempts;
  }

  void callEnded(
      int status,
      @Nullable Object response,
      @Nullable Throwable failure,
      @Nullable RetryDecision ending) {
    List<AttemptReport> all = attempts();
    CallReport report =
        new CallReport(
                call, all, ending, Duration.ofNanos(time.nanoTime() - start), status, failure)
            .heldAtFirst(held);
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

  /** Something that belongs to no call. */
  static void tell(CallListener[] listeners, StateChange change) {
    CallLog.stateChanged(change);
    for (CallListener listener : listeners) {
      tell(listener, told -> told.stateChanged(change));
    }
  }

  final void tell(Consumer<CallListener> event) {
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
