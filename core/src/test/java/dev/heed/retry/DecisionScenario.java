package dev.heed.retry;

import dev.heed.guard.GuardKind;
import dev.heed.hint.Hint;
import dev.heed.hint.Verdict;
import dev.heed.http.ResponseHead;
import dev.heed.observe.RetryDecision;
import dev.heed.testing.VirtualTime;
import dev.heed.transport.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Puts one combination of the decision table to a machine. */
final class DecisionScenario {

  static final Duration MAX = Duration.ofSeconds(30);

  private static final Duration FITS = Duration.ofMillis(2500);
  private static final long SECOND = 1_000_000_000L;

  private static final Map<String, FailureKind> FAILURES =
      Map.ofEntries(
          Map.entry("transport", FailureKind.TRANSPORT),
          Map.entry("failures-off", FailureKind.TRANSPORT),
          Map.entry("body-lost", FailureKind.TRANSPORT),
          Map.entry("timed-out", FailureKind.TIMED_OUT),
          Map.entry("not-processed", FailureKind.NOT_PROCESSED),
          Map.entry("not-processed-again", FailureKind.NOT_PROCESSED),
          Map.entry("stage", FailureKind.STAGE),
          Map.entry("call-timed-out", FailureKind.CALL_TIMED_OUT),
          Map.entry("certificate", FailureKind.CERTIFICATE),
          Map.entry("credentials", FailureKind.CREDENTIALS),
          Map.entry("caller", FailureKind.CALLER),
          Map.entry("body-too-large", FailureKind.BODY),
          Map.entry("cancelled", FailureKind.CANCELLED),
          Map.entry("interrupted", FailureKind.INTERRUPTED),
          Map.entry("refused-inside", FailureKind.REFUSED));

  private static final Map<String, List<Integer>> STATUSES =
      Map.of(
          "ok", List.of(200, 204, 299, 300, 307, 399),
          "401-hook", List.of(401, 511),
          "401-again", List.of(401, 511),
          "other", List.of(400, 404, 409, 501, 505, 600),
          "transient", List.of(408, 500, 502, 504),
          "throttled", List.of(429, 503),
          "hinted", List.of(403, 529, 418));

  private final Map<String, String> inputs;
  private final VirtualTime time = new VirtualTime().draws(0.999);
  private int taken;

  DecisionScenario(Map<String, String> inputs) {
    this.inputs = inputs;
  }

  private boolean is(String column, String value) {
    return inputs.get(column).equals(value);
  }

  /** The statuses to try; a failure has none, which is written as zero. */
  List<Integer> statuses() {
    return STATUSES.getOrDefault(inputs.get("outcome"), List.of(0));
  }

  /** What the machine answers, as the table writes it. */
  String answer(int status) {
    long wait = waitInQuestion();
    int before = precedingEvents();
    long now = time.nanoTime();
    RetryMachine machine =
        new RetryMachine(
            policy(),
            new Advice(policy(), new Reader(hint()), (head, at) -> verdict()),
            time,
            new CallFacts(
                "POST",
                is("method", "allowed"),
                is("replay", "replayable"),
                before + (is("retries", "left") ? 1 : 0),
                !is("deadline", "none"),
                now + wait + (is("deadline", "fits") ? 1 : 0),
                "the test",
                is("outcome", "401-hook")),
            this::take);
    precede(machine, before);
    taken = 0;
    return text(ask(machine, status, now + wait), wait, now);
  }

  private Directive ask(RetryMachine machine, int status, long until) {
    if (status != 0) {
      return machine.onResponse(ResponseHead.of(status, Map.of()));
    }
    return switch (inputs.get("outcome")) {
      case "refused" -> machine.onRefused(guard(GuardKind.BREAKER, until), "it is open");
      case "held-cooldown" -> machine.onGuardWait(guard(GuardKind.COOLDOWN, until));
      case "held-limit" -> machine.onGuardWait(guard(GuardKind.LIMIT, until));
      default -> machine.onFailure(FAILURES.get(inputs.get("outcome")), is("outcome", "body-lost"));
    };
  }

  private static Barred guard(GuardKind kind, long until) {
    return new Barred(kind, "test", "https://api.example.com", null, until, null);
  }

  private String take() {
    if (is("budget", "empty")) {
      return "it is empty";
    }
    taken++;
    return null;
  }

  /** How many retries the last answer took from the budget. */
  int tokensTaken() {
    return taken;
  }

  private RetryPolicy policy() {
    return RetryPolicy.builder()
        .jitter(Jitter.NONE)
        .maxDelay(MAX)
        .retryFailures(!is("outcome", "failures-off"))
        .throttledAnyMethod(is("method", "throttled-any"))
        .build();
  }

  /** The status 418 is one that only the dialect names. */
  private record Reader(Hint hint) implements dev.heed.hint.HintReader {

    @Override
    public Hint read(ResponseHead head, java.time.Instant now) {
      return hint;
    }

    @Override
    public boolean namesStatus(int status) {
      return status == 418;
    }
  }

  private Hint hint() {
    return switch (inputs.get("hint")) {
      case "zero", "zero-again" -> Hint.waitFor(Duration.ZERO);
      case "fits" -> Hint.waitFor(FITS);
      case "max" -> Hint.waitFor(MAX);
      case "above-max" -> Hint.waitFor(MAX.plusNanos(1));
      case "too-long" -> Hint.tooLong("Retry-After", "9".repeat(40));
      case "negative" -> Hint.waitFor(Duration.ofNanos(-1));
      default -> Hint.none();
    };
  }

  private Verdict verdict() {
    return switch (inputs.get("verdict")) {
      case "retry" -> Verdict.retry("v", "yes");
      case "stop" -> Verdict.stop("v", "no");
      case "delay" -> Verdict.delay(FITS, "v", "2500");
      case "delay-long" -> Verdict.delay(MAX.plusNanos(1), "v", "long");
      default -> Verdict.none();
    };
  }

  /** What must have happened before for "again" to make sense; each counts as a retry. */
  private int precedingEvents() {
    return is("hint", "zero-again") || is("outcome", "not-processed-again") ? 1 : 0;
  }

  private void precede(RetryMachine machine, int events) {
    if (events == 0) {
      return;
    }
    var unused =
        is("outcome", "not-processed-again")
            ? machine.onFailure(FailureKind.NOT_PROCESSED, false)
            : machine.onResponse(ResponseHead.of(503, Map.of()));
    unused = machine.onWaited();
  }

  /** The wait that these inputs are about, whether it is made or not. */
  private long waitInQuestion() {
    long backoff = SECOND << precedingEvents();
    if (inputs.get("outcome").startsWith("held")) {
      return FITS.toNanos();
    }
    if (FAILURES.containsKey(inputs.get("outcome"))) {
      return is("outcome", "not-processed") ? 0 : backoff;
    }
    if (is("verdict", "delay")) {
      return FITS.toNanos();
    }
    return switch (inputs.get("hint")) {
      case "none", "zero-again" -> backoff;
      case "fits" -> FITS.toNanos();
      case "max" -> MAX.toNanos();
      default -> 0;
    };
  }

  private static String text(Directive answer, long wait, long now) {
    RetryDecision decision = answer.decision();
    if (answer instanceof Directive.Wait waiting) {
      String kind =
          waiting.until() == now
              ? "at once"
              : waiting.until() == now + wait ? waiting.because().toString() : "otherwise";
      return "wait " + kind + "," + waiting.because();
    }
    if (answer instanceof Directive.Hold hold) {
      return (hold.until() == now + wait ? "hold," : "hold otherwise,")
          + hold.why().waitedBecause().orElseThrow();
    }
    if (answer instanceof Directive.Refresh) {
      return "refresh,refreshed";
    }
    String reason =
        decision == null ? "-" : decision.gaveUpBecause().map(Object::toString).orElse("?");
    return (answer instanceof Directive.Deliver ? "deliver," : "fail,") + reason;
  }
}
