package dev.heed.retry;

import dev.heed.hint.Hint;
import dev.heed.hint.HintReader;
import dev.heed.hint.Verdict;
import dev.heed.hint.VerdictReader;
import dev.heed.http.ResponseHead;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What readers, verdicts and the user's own callbacks say of a response. A callback that throws
 * never replaces the outcome: it is logged, and the safe answer is taken.
 *
 * <p>Belongs to a plan; safe for use by several threads.
 */
final class Advice {

  private static final System.Logger LOG = System.getLogger("dev.heed.call");

  private final RetryPolicy policy;
  private final HintReader hints;
  private final @Nullable VerdictReader verdicts;
  private final boolean plain;
  private final BitSet listedGood = new BitSet();

  Advice(RetryPolicy policy, HintReader hints, @Nullable VerdictReader verdicts) {
    this.policy = policy;
    this.hints = hints;
    this.verdicts = verdicts;
    plain = verdicts == null && policy.shouldRetry() == null;
    Stream.of(policy.statuses(), policy.statusesWithHint())
        .flatMap(Set::stream)
        .filter(Advice::isGood)
        .forEach(listedGood::set);
  }

  private static boolean isGood(int status) {
    return status >= 200 && status < 400;
  }

  /** True for a good status that needs no look at the headers: nothing could make it retryable. */
  boolean isPlain(int status) {
    // Asked for every response, so not of the sets, which would box the status.
    return plain
        && isGood(status)
        && !listedGood.get(status)
        && !(policy.dialectStatuses() && dialectNames(status));
  }

  /** Whether the status alone, or together with a hint, says "not now". */
  boolean isCandidate(int status) {
    return policy.statuses().contains(status) || needsHint(status);
  }

  private boolean needsHint(int status) {
    return policy.statusesWithHint().contains(status)
        || (policy.dialectStatuses() && dialectNames(status));
  }

  /** The user's predicate replaces the classification; otherwise status and hint decide. */
  boolean isTransient(ResponseHead head, Hint hint) {
    Predicate<ResponseHead> shouldRetry = policy.shouldRetry();
    if (shouldRetry != null) {
      return tested(shouldRetry, head);
    }
    return policy.statuses().contains(head.status())
        || (needsHint(head.status()) && hint.isPresent());
  }

  private static boolean tested(Predicate<ResponseHead> shouldRetry, ResponseHead head) {
    try {
      return shouldRetry.test(head);
    } catch (Throwable e) {
      log("shouldRetry failed; the response is returned", e);
      return false;
    }
  }

  private boolean dialectNames(int status) {
    try {
      return hints.namesStatus(status);
    } catch (Throwable e) {
      log("hint reader failed; the status is not retried", e);
      return false;
    }
  }

  Hint hint(ResponseHead head, Instant now) {
    try {
      Hint hint = hints.read(head, now);
      return hint == null ? Hint.none() : hint;
    } catch (Throwable e) {
      log("hint reader failed; the response counts as without a hint", e);
      return Hint.none();
    }
  }

  Verdict verdict(ResponseHead head, Instant now) {
    if (verdicts == null) {
      return Verdict.none();
    }
    try {
      Verdict verdict = verdicts.read(head, now);
      return verdict == null ? Verdict.none() : verdict;
    } catch (Throwable e) {
      log("verdict reader failed; the response counts as without a verdict", e);
      return Verdict.none();
    }
  }

  /** The extra time on top of a hint, in nanoseconds; never negative. */
  long spreadNanos(Duration hint, TimeSource time) {
    Spread spread = policy.spread();
    if (spread == null) {
      return 0;
    }
    try {
      // Half the range is left free, so that adding it to a reading of the clock cannot wrap.
      long extra = RetryPolicy.saturatedNanos(spread.extra(hint, time.random()));
      return Math.max(0, Math.min(extra, Long.MAX_VALUE / 4));
    } catch (Throwable e) {
      log("hintSpread failed; the hint is taken as it is", e);
      return 0;
    }
  }

  private static void log(String message, Throwable failure) {
    LOG.log(System.Logger.Level.WARNING, message, failure);
  }
}
