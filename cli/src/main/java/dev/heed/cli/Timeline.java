package dev.heed.cli;

import dev.heed.observe.AskedWait;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.time.Durations;
import java.io.PrintStream;
import java.time.Duration;

/** Prints what happens to one call after the other: a line for each attempt, and what follows. */
final class Timeline implements CallListener {

  private final PrintStream out;
  private final Paint paint;
  private final int width;

  /**
   * @param width of the column that tells how an attempt ended
   */
  Timeline(PrintStream out, Paint paint, int width) {
    this.out = out;
    this.paint = paint;
    this.width = width;
  }

  @Override
  public synchronized void attemptEnded(CallInfo call, AttemptReport attempt) {
    Duration at = attempt.started().plus(attempt.duration());
    String outcome = outcome(attempt);
    String padding = " ".repeat(Math.max(2, width - outcome.length()));
    out.printf(
        "%10s  #%d %s%s%s%n",
        Spans.seconds(at), attempt.number(), painted(attempt, outcome), padding, next(attempt));
    out.flush();
  }

  @Override
  public synchronized void callEnded(CallInfo call, CallReport report) {
    String how =
        report.status().isPresent()
            ? "the call returns the " + report.status().getAsInt()
            : "the call fails";
    String waited =
        report.waited().isZero() ? "" : ", " + Durations.text(report.waited()) + " of it waiting";
    String why =
        report
            .gaveUpBecause()
            .map(because -> ": " + Reasons.ofEnd(because, report) + Reasons.setting(because))
            .orElse("");
    out.printf(
        "%10s  %s after %s%s%s%n",
        Spans.seconds(report.total()), how, Text.count(report.sends(), "send"), waited, why);
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
    return decision.again()
        ? waits(decision) + ": " + Reasons.ofWait(attempt, decision)
        : "no retry: " + decision.gaveUpBecause().map(GaveUpBecause::toString).orElse("");
  }

  private static String waits(RetryDecision decision) {
    return decision.waitTime().isZero()
        ? "again at once"
        : "waits " + Durations.text(decision.waitTime());
  }
}
