package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What all exchanges of a stub client on one clock share. */
final class Backstage {

  private final Script script;
  private final Arrivals arrivals;
  private final Map<BodyPublisher, Integer> subscriptions;
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

  synchronized void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the stub client is closed");
    }
  }

  synchronized void enter(StubExchange<?> exchange) {
    open.add(exchange);
  }

  synchronized void leave(StubExchange<?> exchange) {
    open.remove(exchange);
  }

  synchronized void close() {
    closed = true;
  }

  synchronized boolean isTerminated() {
    return closed && open.isEmpty();
  }

  /** Gives up what is still going on. */
  void abandonAll() {
    List<StubExchange<?>> left;
    synchronized (this) {
      left = new ArrayList<>(open);
    }
    left.forEach(StubExchange::abandon);
  }
}
