package dev.heed.retry;

import dev.heed.guard.GuardKind;
import dev.heed.http.ResponseHead;
import dev.heed.observe.RetryDecision;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A guard did not let the call, or one of its attempts, go ahead: a limit was reached, a breaker is
 * open, or the server has asked for a pause. A retry does not handle it.
 */
public final class RefusedException extends IOException implements CallFailure {

  private static final long serialVersionUID = 1;

  private final GuardKind kind;
  private final String guard;
  private final String partition;
  private final @Nullable Duration retryAfter;
  private final transient @Nullable ResponseHead lastHead;
  private final transient RetryDecision decision;

  RefusedException(Barred barred, RetryDecision why, @Nullable ResponseHead lastHead) {
    super(
        barred.refusal() == null
            ? "held by " + barred.who() + ": " + why.explanation()
            : "refused by " + barred.who() + ": " + barred.refusal());
    kind = barred.kind();
    guard = barred.guard();
    partition = barred.partition();
    retryAfter = barred.time();
    this.lastHead = lastHead;
    this.decision = why;
  }

  /** Why the call ended, for its report. */
  RetryDecision decision() {
    return decision;
  }

  /** What the guard that refused does. */
  public GuardKind kind() {
    return kind;
  }

  /** The name of the guard that refused. */
  public String guard() {
    return guard;
  }

  /** The key of the partition, such as {@code https://api.example.com}. */
  public String partition() {
    return partition;
  }

  /** How long the guard will go on refusing, where it is known. */
  @Override
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * The head of the last response that the call had before it was refused; its body was discarded,
   * since a retry was to follow. Empty when there was none, and after serialization.
   */
  public Optional<ResponseHead> lastHead() {
    return Optional.ofNullable(lastHead);
  }
}
