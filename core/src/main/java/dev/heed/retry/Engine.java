package dev.heed.retry;

import dev.heed.guard.Partition;
import dev.heed.guard.Partitions;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.BlockingExchange;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs calls through a plan: what an adapter hands its exchanges to. Safe for use by several
 * threads.
 */
public final class Engine {

  private final EngineSettings settings;

  /** An engine on these settings, which are not changed any more. */
  public Engine(EngineSettings settings) {
    this.settings = settings.complete();
  }

  /**
   * Takes over the state of an engine that this one replaces, where the settings that the state
   * belongs to are the same: what guards know, what is kept of bodies, a refresh that runs. Done
   * before this engine gets its first call; the other one finishes its calls on the same state.
   */
  public void succeed(Engine other) {
    settings.succeed(other.settings);
  }

  /** The partitions that the guards of this plan keep a state for, in no order. A copy. */
  public List<Partition> partitions() {
    Partitions kept = settings.partitions;
    return kept == null ? List.of() : kept.list();
  }

  /**
   * Runs a call and waits for it on the calling thread. Of a plan that hedges, the attempts are
   * asynchronous: stages and listeners run on the threads that an asynchronous call uses.
   *
   * @return the response that ended the call
   * @throws IOException when the last attempt failed; its report is attached
   * @throws IllegalStateException when the plan hedges and the exchange cannot run attempts side by
   *     side, which takes one that is an {@link AsyncExchange} too
   * @throws InterruptedException at once when the thread is interrupted; the flag stays set
   */
  public <R> R run(BlockingExchange<R> exchange, CallOptions options)
      throws IOException, InterruptedException {
    if (settings.hedging == null) {
      return new BlockingCall<>(settings, options, exchange).run();
    }
    return BlockingHedge.run(start(hedgeable(exchange), options), settings.time);
  }

  @SuppressWarnings("unchecked")
  private <R> AsyncExchange<R> hedgeable(BlockingExchange<R> exchange) {
    if (exchange instanceof AsyncExchange<?> asynchronous) {
      return (AsyncExchange<R>) asynchronous;
    }
    throw new IllegalStateException(
        "plan "
            + settings.plan
            + " hedges, which needs attempts side by side, and this client's blocking calls have"
            + " one thread: use its asynchronous calls, or a plan that retries");
  }

  /**
   * Starts a call that holds no thread while it waits.
   *
   * @return completes with the response, or with the failure of the last attempt; cancelling it, or
   *     a future derived from it, stops the attempt on the wire and any wait
   */
  public <R> CompletableFuture<R> start(AsyncExchange<R> exchange, CallOptions options) {
    return settings.hedging == null
        ? new AsyncCall<>(settings, options, exchange).start()
        : new HedgedCall<>(settings, options, exchange).start();
  }
}
