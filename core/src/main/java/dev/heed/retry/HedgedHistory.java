package dev.heed.retry;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.FlightRecorder;
import dev.heed.observe.RetryDecision;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a call whose attempts run side by side. An attempt that is still on its way
 * out when the call ends is reported then, so that it cannot hold the call up; what becomes of it
 * later is nobody's concern.
 */
final class HedgedHistory extends CallHistory {

  /** An attempt that has begun and not ended. */
  private static final class Open {

    private final long began;
    private final boolean hedge;
    private final @Nullable URI uri;
    private boolean sent;
    private int status;
    private Directive outcome = new Directive.Drop(null, false, null);

    Open(long began, boolean hedge, @Nullable URI uri) {
      this.began = began;
      this.hedge = hedge;
      this.uri = uri;
    }

    AttemptReport.Builder report(int number) {
      return AttemptReport.builder(number)
          .sent(sent)
          .status(status)
          .failure(status == 0 ? new CancellationException("another attempt was quicker") : null);
    }
  }

  private final Object lock = new Object();
  private final Map<Integer, Open> open = new TreeMap<>();
  private final List<AttemptReport> ended = new ArrayList<>();

  private HedgedHistory(CallInfo call, EngineSettings settings, CallOptions options, long start) {
    super(call, settings, options, start, FlightRecorder.listener());
  }

  static HedgedHistory of(CallInfo call, EngineSettings settings, CallOptions options, long start) {
    return new HedgedHistory(call, settings, options, start);
  }

  /** A hedge starts, or the budget has none left. */
  void hedgeDecided(int number, RetryDecision decision) {
    tell(listener -> listener.hedgeDecided(call, number, decision));
  }

  void attemptStarted(int number, boolean hedge, @Nullable URI uri) {
    synchronized (lock) {
      open.put(number, new Open(time.nanoTime() - start, hedge, uri));
    }
    attemptStarted(number);
  }

  /** An attempt is handed to the host's client. */
  void sent(int number) {
    synchronized (lock) {
      Open begun = open.get(number);
      if (begun != null) {
        begun.sent = true;
      }
    }
  }

  /** The head of an attempt was decided on; its end is still to come. */
  void decided(int number, int status, Directive directive) {
    synchronized (lock) {
      Open begun = open.get(number);
      if (begun != null && directive instanceof Directive.Drop drop && drop.why() != null) {
        begun.status = status;
        begun.outcome = directive;
      }
    }
  }

  @Override
  void attemptEnded(int number, AttemptReport.Builder attempt, Directive next, long began) {
    Open begun;
    synchronized (lock) {
      begun = open.remove(number);
    }
    if (begun != null) {
      boolean lost = next instanceof Directive.Drop drop && drop.why() == null;
      attempt.hedge(begun.hedge).uri(begun.uri);
      attempt.won(next instanceof Directive.Deliver).lost(lost);
      super.attemptEnded(number, attempt, next, began);
    }
  }

  @Override
  void add(AttemptReport report) {
    synchronized (lock) {
      ended.add(report);
    }
  }

  /** By number: the order in which they started, not that in which they ended. */
  @Override
  List<AttemptReport> attempts() {
    synchronized (lock) {
      return ended.stream().sorted(Comparator.comparingInt(AttemptReport::number)).toList();
    }
  }

  /** Waits of attempts that run side by side do not add up; the first attempt's is the call's. */
  @Override
  void held(RetryDecision decision) {
    synchronized (lock) {
      if (open.isEmpty() && ended.isEmpty()) {
        super.held(decision);
      }
    }
  }

  @Override
  void callEnded(
      int status,
      @Nullable Object response,
      @Nullable Throwable failure,
      @Nullable RetryDecision ending) {
    Map<Integer, Open> left;
    synchronized (lock) {
      left = new TreeMap<>(open);
    }
    left.forEach(
        (number, begun) -> attemptEnded(number, begun.report(number), begun.outcome, begun.began));
    super.callEnded(status, response, failure, ending);
  }
}
