package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all exchanges of a stub client on one clock share. */
final class Backstage {

  private final Script script;
  private final Arrivals arrivals;
  private final Map<BodyPublisher, Integer> subscriptions;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Set<StubExchange<?>> open = new HashSet<>();
  private boolean closed;

  private Backstage(Script script, Arrivals arrivals, Map<BodyPublisher, Integer> subscriptions) {
    this.script = script;
    this.arrivals = arrivals;
    this.subscriptions = subscriptions;
  }

  static Backstage on(TimeSource time) {
    return new Backstage(new Script(), new Arrivals(time), new WeakHashMap<>());
  }

  /** The same stub on another clock. */
  Backstage withTime(TimeSource time) {
    return time == time() ? this : new Backstage(script, new Arrivals(time), subscriptions);
  }

  Script script() {
    return script;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  TimeSource time() {
    return arrivals.time();
  }

  Script.Answer receive(Function<List<RecordedRequest>, RecordedRequest> arrived) {
    return script.receive(arrived);
  }

  /** How often this publisher has been read, this time included. */
  int countSubscription(@Nullable BodyPublisher publisher) {
    if (publisher == null) {
      return 0;
    }
    synchronized (subscriptions) {
      return subscriptions.merge(publisher, 1, Integer::sum);
    }
  }

  void checkOpen() throws IOException {
    if (locked(() -> closed)) {
      throw new IOException("the stub client is closed");
    }
  }

  void enter(StubExchange<?> exchange) {
    locked(() -> open.add(exchange));
  }

  void leave(StubExchange<?> exchange) {
    locked(
        () -> {
          ended.signalAll();
          return open.remove(exchange);
        });
  }

  void close() {
    locked(
        () -> {
          ended.signalAll();
          closed = true;
          return closed;
        });
  }

  boolean isTerminated() {
    return locked(() -> closed && open.isEmpty());
  }

  /** Waits in real time until the client is closed and its exchanges have ended. */
  boolean awaitTermination(Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = TimeUnit.NANOSECONDS.convert(limit);
      while (left > 0 && !isTerminated()) {
        left = ended.awaitNanos(left);
      }
      return isTerminated();
    } finally {
      lock.unlock();
    }
  }

  /** Gives up what is still going on. */
  void abandonAll() {
    // Not under the lock: what ends tells code of the caller's.
    List<StubExchange<?>> left = locked(() -> List.copyOf(open));
    left.forEach(StubExchange::abandon);
  }

  private <V> V locked(Supplier<V> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
