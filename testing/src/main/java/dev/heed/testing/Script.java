package dev.heed.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a stub answers, and what it has received: the one engine of the stub client and the stub
 * server. Routes that answer once come first, in their order, then reusable ones, then the
 * fallback.
 */
final class Script {

  /** A reply that waits for a request that its route matches. */
  record Expected(Route route, Reply reply) {

    @Override
    public String toString() {
      return route + " -> " + reply;
    }
  }

  /** A request that came, and who answered it; nobody for null. */
  record Entry(RecordedRequest request, @Nullable Expected expected) {}

  /** A request and the reply to it. */
  record Answer(RecordedRequest request, Reply reply) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition came = lock.newCondition();
  private final List<Expected> once = new ArrayList<>();
  private final List<Expected> lasting = new ArrayList<>();
  private final List<Expected> used = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private @Nullable NetworkConditions conditions;

  void add(Route route, Reply first, Reply... more) {
    Objects.requireNonNull(route, "route");
    List<Reply> replies = new ArrayList<>();
    replies.add(Objects.requireNonNull(first, "reply"));
    for (Reply reply : more) {
      replies.add(Objects.requireNonNull(reply, "reply"));
    }
    lock.lock();
    try {
      addAll(route, replies);
    } finally {
      lock.unlock();
    }
  }

  private void addAll(Route route, List<Reply> replies) {
    if (route.tier() == Route.Tier.ONCE) {
      replies.forEach(reply -> once.add(new Expected(route, reply)));
      return;
    }
    if (replies.size() > 1) {
      throw new IllegalArgumentException(
          route
              + " gives one reply each time, not "
              + replies.size()
              + " in turn; Reply.from can count, and a route that is not reusable takes several");
    }
    lasting.add(new Expected(route, replies.get(0)));
    // The fallback stays last, whenever it was given.
    lasting.sort((a, b) -> a.route().tier().compareTo(b.route().tier()));
  }

  void under(@Nullable NetworkConditions conditions) {
    lock.lock();
    try {
      this.conditions = conditions;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a request in and finds its reply.
   *
   * @param arrived makes the request of its number and of those that came before
   * @throws AssertionError when no route matches
   * @throws IllegalStateException when a condition or a function of the test's fails
   */
  Answer receive(Function<List<RecordedRequest>, RecordedRequest> arrived) {
    NetworkConditions network;
    Entry entry;
    lock.lock();
    try {
      entry = enter(arrived.apply(requests()));
      network = conditions;
    } finally {
      lock.unlock();
    }
    RecordedRequest request = entry.request();
    Expected expected = Objects.requireNonNull(entry.expected());
    // Not under the lock: a function of the test's may ask the stub.
    Reply reply = made(expected, request);
    return new Answer(request, NetworkConditions.apply(network, request.number(), reply));
  }

  private Reply made(Expected expected, RecordedRequest request) {
    try {
      return expected.reply().resolve(request);
    } catch (RuntimeException | Error e) {
      throw failed(
          new IllegalStateException(
              "the reply of the route " + expected.route() + " to " + request + " failed", e));
    }
  }

  /** A problem counts for the verification too, since the caller may take it for a failed send. */
  private IllegalStateException failed(IllegalStateException failure) {
    problem(String.valueOf(failure.getMessage()));
    return failure;
  }

  /** Something that the verification has to report. */
  void problem(String what) {
    lock.lock();
    try {
      problems.add(what);
      came.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Entry enter(RecordedRequest request) {
    try {
      for (Expected expected : concat(once, lasting)) {
        Fit fit = expected.route().fit(request);
        if (fit.matches()) {
          return entered(expected, request.with(fit.variables()));
        }
      }
      throw new AssertionError(Messages.unmatched(request, once, lasting, used));
    } catch (AssertionError e) {
      entries.add(new Entry(request, null));
      came.signalAll();
      throw e;
    } catch (IllegalStateException e) {
      entries.add(new Entry(request, null));
      throw failed(e);
    }
  }

  private Entry entered(Expected expected, RecordedRequest request) {
    if (once.remove(expected)) {
      used.add(expected);
    }
    Entry entry = new Entry(request, expected);
    entries.add(entry);
    came.signalAll();
    return entry;
  }

  private static List<Expected> concat(List<Expected> first, List<Expected> second) {
    List<Expected> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  List<RecordedRequest> requests() {
    lock.lock();
    try {
      return entries.stream().map(Entry::request).toList();
    } finally {
      lock.unlock();
    }
  }

  RecordedRequest request(int number) {
    List<RecordedRequest> all = requests();
    if (number < 1 || number > all.size()) {
      throw new IllegalArgumentException(
          "there is no request " + number + "; " + Messages.came(all.size()));
    }
    return all.get(number - 1);
  }

  void verify() {
    lock.lock();
    try {
      String message = Messages.unverified(once, entries, problems);
      if (message != null) {
        throw new AssertionError(message);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives calls on other threads real time to come. Ends early when all have, or one is wrong. */
  void verify(Duration within) {
    if (Objects.requireNonNull(within, "within").isNegative()) {
      throw new IllegalArgumentException("a time to wait must not be negative: " + within);
    }
    lock.lock();
    try {
      long left = TimeUnit.NANOSECONDS.convert(within);
      while (left > 0 && !once.isEmpty() && Messages.allMatched(entries, problems)) {
        left = came.awaitNanos(left);
      }
      verify();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while requests were awaited", e);
    } finally {
      lock.unlock();
    }
  }

  /** How many routes are waiting for their request. */
  int left() {
    lock.lock();
    try {
      return once.size();
    } finally {
      lock.unlock();
    }
  }
}
