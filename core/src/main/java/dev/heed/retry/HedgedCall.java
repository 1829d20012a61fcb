package dev.heed.retry;

import dev.heed.guard.Settlement;
import dev.heed.observe.RetryDecision;
import dev.heed.transport.AsyncExchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call whose attempts run side by side: the call ring, the time limit of the call and its guards,
 * with a {@link HedgeRace} in place of the one attempt after another.
 */
final class HedgedCall<R> extends AsyncCall<R> {

  private final Hedging hedging;
  private @Nullable HedgeRace<R> race;
  private @Nullable HedgeBranch<R> settledBy;
  private @Nullable Throwable ownFailure;

  HedgedCall(EngineSettings settings, CallOptions options, AsyncExchange<R> exchange) {
    super(settings, options, exchange);
    hedging = Objects.requireNonNull(settings.hedging, "hedging");
    // Made before attempts that run side by side could both make them.
    var unused = attributes();
  }

  HedgedHistory hedgedHistory() {
    return (HedgedHistory) history();
  }

  /** Hedges of this call, at most: a request may ask for fewer than the plan allows. */
  @Override
  int maxRetries() {
    int most = hedging.policy.maxHedges();
    return Math.min(most, options.maxRetries(most));
  }

  @Override
  @Nullable Directive proceed() {
    HedgeRace<R> begun = new HedgeRace<>(this, hedging);
    race = begun;
    if (awaiting(begun)) {
      begun.begin();
    }
    return null;
  }

  /** The race is over: this attempt's outcome is the call's. */
  void settle(HedgeBranch<R> branch, @Nullable R response, @Nullable Throwable raised) {
    Throwable failure =
        raised != null || response != null
            ? raised
            : new NullPointerException("the transport gave no response");
    settledBy = branch;
    ownFailure = failure;
    status = branch.status;
    advance(() -> end(response, failure));
  }

  /** An attempt could not even be started. */
  void broken(Throwable failure) {
    advance(() -> end(null, raised(failure)));
  }

  @Override
  @Nullable Directive end(@Nullable R result, @Nullable Throwable failure) {
    HedgeRace<R> ran = race;
    if (ran != null) {
      ran.close();
    }
    return super.end(result, failure);
  }

  @Override
  Settlement settlement(@Nullable Throwable failure, long began) {
    HedgeBranch<R> branch = settledBy;
    return branch == null || failure != ownFailure
        ? super.settlement(failure, began)
        : branch.settled();
  }

  @Override
  @Nullable RetryDecision ending(@Nullable Throwable raised) {
    HedgeBranch<R> branch = settledBy;
    if (branch == null || raised != ownFailure) {
      return super.ending(raised);
    }
    Directive last = branch.directive;
    return last == null ? null : last.decision();
  }
}
