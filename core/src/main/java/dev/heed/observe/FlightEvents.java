package dev.heed.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The recorder's view of one call: an event for the call, each attempt and each wait. */
final class FlightEvents implements CallListener {

  // Asked through instances, since the recorder answers for a type that way; constants, because
  // every call asks.
  private static final Event CALL = new Call();
  private static final Event ATTEMPT = new Attempt();
  private static final Event WAIT = new Wait();

  private @Nullable Call callEvent;
  private final Map<Integer, Attempt> attemptEvents = new ConcurrentHashMap<>();
  private @Nullable Wait waitEvent;

  static @Nullable CallListener listenerIfRecording() {
    boolean recording = CALL.isEnabled() || ATTEMPT.isEnabled() || WAIT.isEnabled();
    return recording ? new FlightEvents() : null;
  }

  @Override
  public void callStarted(CallInfo call) {
    callEvent = new Call();
    callEvent.begin();
  }

  @Override
  public void attemptStarted(CallInfo call, int number) {
    endWait();
    Attempt event = new Attempt();
    event.begin();
    attemptEvents.put(number, event);
  }

  @Override
  public void attemptEnded(CallInfo call, AttemptReport attempt) {
    Attempt event = attemptEvents.remove(attempt.number());
    if (event == null) {
      return;
    }
    event.plan = call.plan();
    event.number = attempt.number();
    event.hedge = attempt.hedge();
    event.lost = attempt.lost();
    event.status = attempt.status().orElse(0);
    event.failure = attempt.failure().map(failure -> failure.getClass().getName()).orElse(null);
    event.commit();
  }

  @Override
  public void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {
    Wait event = new Wait();
    event.plan = call.plan();
    event.because = decision.waitedBecause().map(WaitedBecause::toString).orElse(null);
    event.header = attempt.asked().map(AskedWait::header).orElse(null);
    event.begin();
    waitEvent = event;
  }

  @Override
  public void guardWaitStarted(CallInfo call, GuardEvent guard) {
    endWait();
    Wait event = new Wait();
    event.plan = call.plan();
    event.because = guard.decision().waitedBecause().map(WaitedBecause::toString).orElse(null);
    event.begin();
    waitEvent = event;
  }

  @Override
  public void callEnded(CallInfo call, CallReport report) {
    endWait();
    Call event = callEvent;
    if (event == null) {
      return;
    }
    event.plan = call.plan();
    event.method = call.request().method();
    event.place = Redaction.place(call.request().uri());
    event.status = report.status().orElse(0);
    event.sends = report.sends();
    event.gaveUpBecause = report.gaveUpBecause().map(GaveUpBecause::toString).orElse(null);
    event.commit();
  }

  private void endWait() {
    if (waitEvent != null) {
      waitEvent.commit();
      waitEvent = null;
    }
  }

  @Name("dev.heed.Call")
  @Label("Heed Call")
  @Description("A logical call, with all its attempts and waits")
  @Category("Heed")
  @StackTrace(false)
  static final class Call extends Event {
    @Nullable String plan;
    @Nullable String method;
    @Nullable String place;
    int status;
    int sends;
    @Nullable String gaveUpBecause;
  }

  @Name("dev.heed.Attempt")
  @Label("Heed Attempt")
  @Description("One attempt of a call")
  @Category("Heed")
  @StackTrace(false)
  static final class Attempt extends Event {
    @Nullable String plan;
    int number;
    boolean hedge;
    boolean lost;
    int status;
    @Nullable String failure;
  }

  @Name("dev.heed.Wait")
  @Label("Heed Wait")
  @Description("A wait between two attempts, and who asked for it")
  @Category("Heed")
  @StackTrace(false)
  static final class Wait extends Event {
    @Nullable String plan;
    @Nullable String because;
    @Nullable String header;
  }
}
