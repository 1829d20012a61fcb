package dev.heed.cli;

import dev.heed.hint.Hint;
import dev.heed.observe.AskedWait;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.WaitedBecause;
import dev.heed.time.Durations;
import java.util.List;

/** Why the engine decided as it did, in the words of the command line. */
final class Reasons {

  private Reasons() {}

  /** Who asked for a wait. */
  static String ofWait(AttemptReport attempt, RetryDecision decision) {
    if (decision.waitedBecause().filter(WaitedBecause.HINT::equals).isPresent()) {
      return "the server asks for it";
    }
    if (attempt.asked().isPresent()) {
      return "the plan's backoff, since the server says 'at once' again";
    }
    return decision.waitTime().isZero() ? decision.explanation() : "the plan's backoff";
  }

  /** Why no further attempt was made. */
  static String ofEnd(GaveUpBecause because, CallReport report) {
    return switch (because) {
      case NOT_RETRYABLE -> "trying again would not help";
      case METHOD -> "nobody vouched that a " + report.request().method() + " may be sent twice";
      case BODY -> "the body cannot be sent, or received, a second time";
      case RETRIES_EXHAUSTED ->
          report.attempts().size() == 1 ? "no retries are allowed" : "all retries are used";
      case HINT_TOO_LONG -> "the server asks for " + asked(report) + ", above the longest wait";
      case DEADLINE -> "the time is up, or the next wait does not fit into it";
      case BUDGET -> "too many retries lately";
      case REFUSED -> "a guard refused it";
      case CANCELLED, INTERRUPTED -> "it was stopped";
      case CERTIFICATE -> "the server's certificate was not accepted";
      case VERDICT -> "the server says not to try again";
    };
  }

  private static String asked(CallReport report) {
    List<AttemptReport> attempts = report.attempts();
    return attempts.get(attempts.size() - 1).asked().map(Reasons::asked).orElse("more time");
  }

  private static String asked(AskedWait wait) {
    return wait.duration().equals(Hint.FOREVER)
        ? "more time than can be held"
        : Durations.text(wait.duration());
  }

  /** The option that lets such a call go on, as the end of a sentence; empty text for none. */
  static String option(GaveUpBecause because) {
    return switch (because) {
      case METHOD -> "; --retry-unsafe allows it";
      case BODY -> "; -o FILE allows it for the body of a response";
      case RETRIES_EXHAUSTED -> "; --max-retries allows more";
      case HINT_TOO_LONG -> "; --max-delay allows more";
      case DEADLINE -> "; --call-timeout allows more";
      default -> "";
    };
  }

  /** The setting of a plan that lets such a call go on; empty text for none. */
  static String setting(GaveUpBecause because) {
    return switch (because) {
      case METHOD -> " (RetryPolicy.methods)";
      case RETRIES_EXHAUSTED -> " (RetryPolicy.maxRetries)";
      case HINT_TOO_LONG -> " (RetryPolicy.maxDelay)";
      case DEADLINE -> " (Heed.callTimeout)";
      default -> "";
    };
  }
}
