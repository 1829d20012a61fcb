package dev.heed.retry;

import dev.heed.http.RequestHead;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refreshes credentials once for all calls that fail together. A call whose attempt began before
 * the latest refresh ended has been refused with old credentials: it repeats without another
 * refresh.
 */
final class Refresher {

  private final Function<RequestHead, ? extends CompletionStage<?>> hook;
  private final State state;

  Refresher(Function<RequestHead, ? extends CompletionStage<?>> hook) {
    this(hook, new State());
  }

  private Refresher(Function<RequestHead, ? extends CompletionStage<?>> hook, State state) {
    this.hook = hook;
    this.state = state;
  }

  /** What is known of refreshes, guarded by itself; outlives a hook that is replaced. */
  private static final class State {

    private long generation;
    private @Nullable CompletableFuture<Void> running;
  }

  /** This hook, with what another one has done or is doing. */
  Refresher succeeding(Refresher other) {
    return new Refresher(hook, other.state);
  }

  /** Counts the refreshes that have succeeded; taken before an attempt is prepared. */
  long generation() {
    synchronized (state) {
      return state.generation;
    }
  }

  /** Completes when credentials newer than the given generation are there. */
  CompletableFuture<Void> refresh(RequestHead request, long usedGeneration) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    synchronized (state) {
      CompletableFuture<Void> running = state.running;
      if (running != null) {
        return running;
      }
      if (state.generation > usedGeneration) {
        return CompletableFuture.completedFuture(null);
      }
      state.running = mine;
    }
    // The user's hook runs outside the lock: it may take its time, or call this plan itself.
    begin(request, mine);
    return mine;
  }

  private void begin(RequestHead request, CompletableFuture<Void> mine) {
    CompletionStage<?> result;
    try {
      result = hook.apply(request);
    } catch (Throwable e) {
      ended(mine, e);
      return;
    }
    if (result == null) {
      ended(mine, new IllegalStateException("the re-authentication hook gave null"));
      return;
    }
    result.whenComplete((ignored, failure) -> ended(mine, failure));
  }

  private void ended(CompletableFuture<Void> mine, @Nullable Throwable failure) {
    // The state changes before the waiters go on, so that none of them finds the old one.
    synchronized (state) {
      state.running = null;
      state.generation += failure == null ? 1 : 0;
    }
    if (failure == null) {
      mine.complete(null);
    } else {
      mine.completeExceptionally(failure);
    }
  }
}
