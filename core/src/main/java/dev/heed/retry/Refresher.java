package dev.heed.retry;

import dev.heed.http.RequestHead;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refreshes credentials once for all calls that fail together. A call whose attempt began before the
 * latest refresh ended has been refused with old credentials: it repeats without another refresh.
 */
final class Refresher {

  private record State(long generation, @Nullable CompletableFuture<Void> running) {}

  private final Function<RequestHead, ? extends CompletionStage<?>> hook;
  private final AtomicReference<State> state = new AtomicReference<>(new State(0, null));

  Refresher(Function<RequestHead, ? extends CompletionStage<?>> hook) {
    this.hook = hook;
  }

  /** Counts the refreshes that have succeeded; taken before an attempt is prepared. */
  long generation() {
    return state.get().generation;
  }

  /** Completes when credentials newer than the given generation are there. */
  CompletableFuture<Void> refresh(RequestHead request, long usedGeneration) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    for (; ; ) {
      State seen = state.get();
      if (seen.running != null) {
        return seen.running;
      }
      if (seen.generation > usedGeneration) {
        return CompletableFuture.completedFuture(null);
      }
      if (state.compareAndSet(seen, new State(seen.generation, mine))) {
        begin(request, seen.generation, mine);
        return mine;
      }
    }
  }

  private void begin(RequestHead request, long generation, CompletableFuture<Void> mine) {
    CompletionStage<?> result;
    try {
      result = hook.apply(request);
    } catch (RuntimeException e) {
      ended(generation, mine, e);
      return;
    }
    if (result == null) {
      ended(generation, mine, new IllegalStateException("the re-authentication hook gave null"));
      return;
    }
    result.whenComplete((ignored, failure) -> ended(generation, mine, failure));
  }

  private void ended(long generation, CompletableFuture<Void> mine, @Nullable Throwable failure) {
    // The state changes before the waiters go on, so that none of them finds the old one.
    state.set(new State(failure == null ? generation + 1 : generation, null));
    if (failure == null) {
      mine.complete(null);
    } else {
      mine.completeExceptionally(failure);
    }
  }
}
