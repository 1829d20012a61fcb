package dev.heed.retry;

import dev.heed.hint.Hint;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.retry.HedgeMachine.Answer;
import dev.heed.retry.HedgeMachine.Start;
import dev.heed.transport.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Puts one combination of the table for hedging to a machine. The event is attempt 1's. */
final class HedgeScenario {

  private static final String IMPOSSIBLE = "impossible,-,-";
  private static final String NOTHING = "-,-,-";
  private static final long EARLY = 0;
  private static final long DEADLINE = 100;

  private static final Map<String, FailureKind> FAILURES =
      Map.ofEntries(
          Map.entry("transport", FailureKind.TRANSPORT),
          Map.entry("body-lost", FailureKind.TRANSPORT),
          Map.entry("timed-out", FailureKind.TIMED_OUT),
          Map.entry("not-processed", FailureKind.NOT_PROCESSED),
          Map.entry("stage", FailureKind.STAGE),
          Map.entry("refused-inside", FailureKind.REFUSED),
          Map.entry("certificate", FailureKind.CERTIFICATE),
          Map.entry("caller", FailureKind.CALLER),
          Map.entry("credentials", FailureKind.CREDENTIALS),
          Map.entry("call-timed-out", FailureKind.CALL_TIMED_OUT),
          Map.entry("cancelled", FailureKind.CANCELLED),
          Map.entry("interrupted", FailureKind.INTERRUPTED),
          Map.entry("body-too-large", FailureKind.BODY));

  private final Map<String, String> inputs;
  private final int running;
  private final HedgeMachine machine;

  HedgeScenario(Map<String, String> inputs) {
    this.inputs = inputs;
    running = is("others", "running") ? 2 : 1;
    boolean same = is("place", "same");
    List<String> all = List.of("a", "b", "c");
    int places = same ? 1 : is("place", "elsewhere") ? running + 1 : running;
    CallFacts request =
        new CallFacts(
            "POST",
            is("method", "allowed"),
            is("replay", "replayable"),
            is("hedges", "left") ? running : running - 1,
            true,
            DEADLINE,
            "the test",
            false);
    machine = new HedgeMachine(new HedgeFacts(request, "GET", all.subList(0, places), same));
  }

  private boolean is(String column, String value) {
    return inputs.get(column).equals(value);
  }

  /** What the machine answers, as the table writes it. */
  String answer() {
    var unused = machine.begin();
    if (running == 2 && machine.onDelay(1, EARLY, null) == null) {
      return IMPOSSIBLE;
    }
    long now = is("deadline", "over") ? DEADLINE : EARLY;
    String overdrawn = is("budget", "empty") ? "it is empty" : null;
    return switch (inputs.get("event")) {
      case "delay" -> text(machine.onDelay(running, now, overdrawn));
      case "delay-stale" -> text(machine.onDelay(running - 1, now, overdrawn));
      case "good" -> text(machine.onResponse(1, good(), now, overdrawn));
      case "final" -> text(machine.onResponse(1, notFound(), now, overdrawn));
      case "bad" -> text(machine.onResponse(1, bad(Hint.none()), now, overdrawn));
      case "asked" ->
          text(machine.onResponse(1, bad(Hint.waitFor(Duration.ofSeconds(1))), now, overdrawn));
      case "refused" ->
          text(machine.onRefused(1, GaveUpBecause.REFUSED, "it is open", now, overdrawn));
      case "winner-broke" -> broken(now, overdrawn);
      case "late" -> late(now, overdrawn);
      case "after-cancel" -> afterCancel(now, overdrawn);
      default -> {
        boolean bodyLost = is("event", "body-lost");
        FailureKind kind = FAILURES.get(inputs.get("event"));
        yield text(machine.onFailure(1, kind, bodyLost, now, overdrawn));
      }
    };
  }

  private String broken(long now, String overdrawn) {
    var unused = machine.onResponse(1, good(), EARLY, null);
    return text(machine.onFailure(1, FailureKind.TRANSPORT, false, now, overdrawn));
  }

  private String late(long now, String overdrawn) {
    if (running == 1) {
      return IMPOSSIBLE;
    }
    var unused = machine.onResponse(2, good(), EARLY, null);
    return text(machine.onFailure(1, FailureKind.CANCELLED, false, now, overdrawn));
  }

  private String afterCancel(long now, String overdrawn) {
    machine.onCancelled();
    return text(machine.onFailure(1, FailureKind.CANCELLED, false, now, overdrawn));
  }

  private static HeadReading good() {
    return new HeadReading(200, null, false, Hint.none());
  }

  private static HeadReading notFound() {
    RetryDecision stop = RetryDecision.stop(GaveUpBecause.NOT_RETRYABLE, "404");
    return new HeadReading(404, stop, false, Hint.none());
  }

  private static HeadReading bad(Hint hint) {
    return new HeadReading(503, null, true, hint);
  }

  private static String text(Start start) {
    return start == null ? NOTHING : "-,next," + reason(start.why());
  }

  private static String text(Answer answer) {
    Directive directive = answer.forAttempt();
    String what =
        directive instanceof Directive.Deliver
            ? "deliver"
            : directive instanceof Directive.Fail ? "fail" : "drop";
    return what + (answer.start() == null ? ",-," : ",next,") + reason(directive.decision());
  }

  private static String reason(RetryDecision decision) {
    if (decision == null) {
      return "-";
    }
    return decision.gaveUpBecause().map(Object::toString).orElse("hedged");
  }
}
