package dev.heed.retry;

import dev.heed.hint.Hint;
import dev.heed.hint.Verdict;
import dev.heed.http.ResponseHead;
import dev.heed.observe.AskedWait;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one response head says, whatever else goes on: it is good enough to be returned, or it says
 * "not now".
 *
 * @param stop why it is returned although it is no success; null for a success and for "not now"
 * @param notNow whether another attempt could do better
 */
record HeadReading(int status, @Nullable RetryDecision stop, boolean notNow, Hint hint) {

  /** Reads a head. The user's own readers run here, so nothing is locked meanwhile. */
  static HeadReading of(ResponseHead head, Advice advice, Instant now) {
    int status = head.status();
    if (advice.isPlain(status)) {
      return new HeadReading(status, null, false, Hint.none());
    }
    Verdict verdict = advice.verdict(head, now);
    if (verdict.kind() == Verdict.Kind.STOP) {
      return acceptable(
          status,
          Hint.none(),
          GaveUpBecause.VERDICT,
          "the server says not to try again: " + verdict);
    }
    if (verdict.kind() == Verdict.Kind.DELAY) {
      Hint asked =
          Hint.waitFor(
              verdict.delay(), verdict.header().orElse("verdict"), verdict.value().orElse(""));
      return new HeadReading(status, null, true, asked);
    }
    Hint hint = advice.hint(head, now);
    return verdict.kind() != Verdict.Kind.NONE || advice.isTransient(head, hint)
        ? new HeadReading(status, null, true, hint)
        : acceptable(
            status, hint, GaveUpBecause.NOT_RETRYABLE, status + " is not a status to hedge");
  }

  private static HeadReading acceptable(
      int status, Hint hint, GaveUpBecause because, String explanation) {
    boolean good = status >= 200 && status < 400;
    return new HeadReading(
        status, good ? null : RetryDecision.stop(because, explanation), false, hint);
  }

  /** Whether the server asks for time: nothing more goes there within this call. */
  boolean asksForTime() {
    return hint.kind() == Hint.Kind.TOO_LONG || (hint.isPresent() && !hint.duration().isZero());
  }

  @Nullable AskedWait asked() {
    return notNow || stop != null ? Directive.asked(hint) : null;
  }
}
