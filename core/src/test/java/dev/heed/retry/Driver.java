package dev.heed.retry;

import dev.heed.Heed;
import dev.heed.testing.VirtualTime;
import java.util.concurrent.CompletableFuture;

/** The two ways to run a call, each to its end on the thread of the test. */
public enum Driver {
  BLOCKING {
    @Override
    public Reply run(Heed plan, StubExchange exchange, CallOptions options) throws Exception {
      return plan.engine().run(exchange, options);
    }
  },
  ASYNC {
    @Override
    public Reply run(Heed plan, StubExchange exchange, CallOptions options) throws Exception {
      VirtualTime time = (VirtualTime) plan.time();
      CompletableFuture<Reply> future = plan.engine().start(exchange, options);
      time.advanceUntil(future::isDone);
      return Futures.get(future);
    }
  };

  public abstract Reply run(Heed plan, StubExchange exchange, CallOptions options) throws Exception;

  public Reply run(Heed plan, StubExchange exchange) throws Exception {
    return run(plan, exchange, CallOptions.none());
  }
}
