package dev.heed.cli;

import dev.heed.observe.AskedWait;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints what happens to one call after the other: a line for each attempt, and what follows. */
final class Timeline implements CallListener {

  private static final int WIDTH_OF_OUTCOME = 34;

  private final PrintStream out;
  private final Paint paint;

  Timeline(PrintStream out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  @Override
  public synchronized void attemptEnded(CallInfo call, AttemptReport attempt) {
    Duration at = attempt.started().plus(attempt.duration());
    String outcome = outcome(attempt);
    String padding = " ".repeat(Math.max(1, WIDTH_OF_OUTCOME - outcome.length()));
    out.printf(
        "%10s  #%d %s%s%s%n",
        Spans.seconds(at), attempt.number(), painted(attempt, outcome), padding, next(attempt));
    out.flush();
  }

  @Override
  public synchronized void callEnded(CallInfo call, CallReport report) {
    String how =
        report.status().isPresent()
            ? "returns the " + report.status().getAsInt()
            : "raises the failure";
    out.printf(
        Locale.ROOT,
        "%10s  %s after %s, %s of it waiting%n",
        Spans.seconds(report.total()),
        how,
        Text.count(report.sends(), "send"),
        Spans.text(report.waited()));
    out.flush();
  }

  private String painted(AttemptReport attempt, String outcome) {
    return attempt.status().isPresent()
        ? paint.status(attempt.status().getAsInt(), outcome)
        : paint.bad(outcome);
  }

  private static String outcome(AttemptReport attempt) {
    String asked = attempt.asked().map(wait -> "  " + header(wait)).orElse("");
    return attempt.status().isPresent() && attempt.failure().isEmpty()
        ? attempt.status().getAsInt() + asked
        : attempt.failure().map(Failures::brief).orElse("no response");
  }

  private static String header(AskedWait wait) {
    return Text.shown(wait.header() + ": " + wait.value());
  }

  private static String next(AttemptReport attempt) {
    return attempt.decision().map(decision -> next(attempt, decision)).orElse("done");
  }

  private static String next(AttemptReport attempt, RetryDecision decision) {
    if (!decision.again()) {
      return "no retry (" + decision.gaveUpBecause().orElseThrow() + "): " + decision.explanation();
    }
    return waits(decision) + ": " + reason(attempt, decision);
  }

  private static String waits(RetryDecision decision) {
    return decision.waitTime().isZero()
        ? "again at once"
        : "waits " + Spans.text(decision.waitTime());
  }

  /** Who asked for the wait. */
  static String reason(AttemptReport attempt, RetryDecision decision) {
    if (decision.waitedBecause().filter(WaitedBecause.HINT::equals).isPresent()) {
      return "the server asks for it";
    }
    if (attempt.asked().isPresent()) {
      return "the plan's backoff, because the server says 'at once' again and again";
    }
    return decision.waitTime().isZero() ? decision.explanation() : "the plan's backoff";
  }
}
