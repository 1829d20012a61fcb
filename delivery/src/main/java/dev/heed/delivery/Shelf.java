package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.StoreSize;
import dev.heed.delivery.store.StoredBatch;
import dev.heed.delivery.store.StoredEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The closed batches, and the books about them: who counts events and who waits for them learns it
 * in the same moment in which they leave.
 *
 * <p>Two come here: the uploads, and an offer that makes room by dropping the oldest batch. The
 * lock keeps them apart, and a batch that is being sent is claimed, so that it is not dropped
 * meanwhile.
 *
 * <p>A store may fail to remove what is settled, as on a disk that is full in a bad way. The events
 * are settled all the same: they are remembered here, never sent again while the process lives, and
 * removed as soon as that works.
 */
final class Shelf {

  private static final Settled NOTHING = new Settled();

  private final BatchStore store;
  private final Counters counters;
  private final Telling telling;
  private final Map<Long, Settled> unremoved = new HashMap<>();
  private final List<FlushWaiter> waiters = new ArrayList<>();
  private volatile long unremovedEvents;
  private volatile long unremovedBytes;
  private long claimed = -1;
  private Runnable room = () -> {};

  Shelf(BatchStore store, Counters counters, Telling telling) {
    this.store = store;
    this.counters = counters;
    this.telling = telling;
  }

  /** What to do whenever events have left. Set before anything does. */
  void whenRoom(Runnable task) {
    room = task;
  }

  /** Events that are settled, and that the store could not remove. */
  private static final class Settled {

    private final BitSet places = new BitSet();
    private long bytes;
  }

  /**
   * What waits, without what is settled and could not be removed yet. Without the lock, since every
   * offer asks.
   */
  StoreSize size() {
    StoreSize size = store.size();
    return StoreSize.of(
        Math.max(0, size.events() - unremovedEvents),
        Math.max(0, size.bytes() - unremovedBytes),
        size.batches());
  }

  /** The oldest batches that hold something to send. */
  synchronized List<BatchInfo> oldest(int max) throws IOException {
    removeWhatIsSettled();
    List<BatchInfo> waiting = new ArrayList<>();
    for (BatchInfo info : store.list(max + unremoved.size())) {
      Settled settled = unremoved.get(info.id());
      boolean empty = settled != null && settled.places.cardinality() >= info.events();
      if (waiting.size() < max && !empty) {
        waiting.add(info);
      }
    }
    return waiting;
  }

  private void removeWhatIsSettled() {
    for (Long batch : List.copyOf(unremoved.keySet())) {
      try {
        store.settle(batch, unremoved.getOrDefault(batch, NOTHING).places);
        forget(batch);
      } catch (IOException e) {
        // It was reported when it failed first.
        return;
      }
    }
  }

  private void forget(long batch) {
    Settled removed = unremoved.remove(batch);
    if (removed != null) {
      changeUnremoved(-removed.places.cardinality(), -removed.bytes);
    }
  }

  /** Under the lock, as every change; only readers are without it. */
  private void changeUnremoved(long events, long bytes) {
    long newEvents = unremovedEvents + events;
    long newBytes = unremovedBytes + bytes;
    unremovedEvents = newEvents;
    unremovedBytes = newBytes;
  }

  /** Reads a batch, which nobody else may drop from now on. */
  synchronized StoredBatch claim(long batch) throws IOException {
    claimed = batch;
    return load(batch);
  }

  private StoredBatch load(long batch) throws IOException {
    StoredBatch stored = store.load(batch);
    Settled settled = unremoved.get(batch);
    if (settled == null) {
      return stored;
    }
    BitSet gone = settled.places;
    List<StoredEvent> left =
        stored.events().stream().filter(event -> !gone.get(event.id().place())).toList();
    BitSet unreadable = stored.unreadable();
    unreadable.andNot(gone);
    return StoredBatch.damaged(batch, left, unreadable);
  }

  /** The batch that was claimed last is not being sent any more. */
  synchronized void release() {
    claimed = -1;
  }

  synchronized void saveState(byte[] state) throws IOException {
    store.saveState(state);
  }

  /** Events of one batch have left: counted, removed, and told to those who wait for them. */
  void settle(List<EventOutcome> outcomes) {
    if (outcomes.isEmpty()) {
      return;
    }
    Booked booked;
    synchronized (this) {
      booked = book(outcomes);
    }
    tell(booked, outcomes);
  }

  /**
   * What booking led to, to be told when the lock is free.
   *
   * @param done waiters that have nothing to wait for any more
   * @param failure why the store could not remove the events; null when it could
   */
  private record Booked(List<FlushWaiter> done, @Nullable IOException failure) {}

  private Booked book(List<EventOutcome> outcomes) {
    long batch = outcomes.get(0).id().batch();
    BitSet places = new BitSet();
    long bytes = 0;
    int delivered = 0;
    for (EventOutcome outcome : outcomes) {
      places.set(outcome.id().place());
      bytes += outcome.size();
      delivered += outcome.isDelivered() ? 1 : 0;
      outcome.reason().ifPresent(reason -> counters.dropped(reason, 1));
    }
    counters.delivered(delivered);
    IOException failure = remove(batch, places, bytes);
    int dropped = outcomes.size() - delivered;
    List<FlushWaiter> done = new ArrayList<>();
    for (FlushWaiter waiter : waiters) {
      waiter.settled(batch, delivered, dropped);
      if (waiter.isDone()) {
        done.add(waiter);
      }
    }
    waiters.removeAll(done);
    return new Booked(done, failure);
  }

  private @Nullable IOException remove(long batch, BitSet places, long bytes) {
    try {
      store.settle(batch, places);
      return null;
    } catch (IOException e) {
      Settled settled = unremoved.computeIfAbsent(batch, unused -> new Settled());
      settled.places.or(places);
      settled.bytes += bytes;
      changeUnremoved(places.cardinality(), bytes);
      return e;
    }
  }

  private void tell(Booked booked, List<EventOutcome> outcomes) {
    if (booked.failure() != null) {
      long batch = outcomes.get(0).id().batch();
      telling.trouble(
          "what is settled of batch " + batch + " could not be removed; it is tried again",
          booked.failure());
    }
    room.run();
    complete(booked.done());
    telling.settled(outcomes);
  }

  private static void complete(List<FlushWaiter> done) {
    for (FlushWaiter waiter : done) {
      waiter.future().complete(waiter.report());
    }
  }

  /**
   * A batch that has left to make room.
   *
   * @param batch the batch
   * @param telling tells everybody else; to be run without a lock, since listeners may have theirs
   */
  record Dropped(long batch, Runnable telling) {}

  /**
   * Drops the oldest batch that nobody is sending.
   *
   * @return the batch; empty when there is none
   */
  synchronized Optional<Dropped> dropOldest(String why) throws IOException {
    OptionalLong victim =
        oldest(2).stream().mapToLong(BatchInfo::id).filter(id -> id != claimed).findFirst();
    if (victim.isEmpty()) {
      return Optional.empty();
    }
    long batch = victim.getAsLong();
    List<EventOutcome> outcomes = dropped(load(batch), DropReason.QUEUE_FULL, why);
    if (outcomes.isEmpty()) {
      return Optional.empty();
    }
    Booked booked = book(outcomes);
    return Optional.of(
        new Dropped(
            batch,
            () -> {
              telling.dropped(batch, outcomes.size(), DropReason.QUEUE_FULL, why);
              tell(booked, outcomes);
            }));
  }

  /** Drops all that is left, where the store keeps nothing. */
  void dropAll(String why) throws IOException {
    for (List<BatchInfo> some = oldest(1); !some.isEmpty(); some = oldest(1)) {
      StoredBatch batch = claim(some.get(0).id());
      List<EventOutcome> outcomes = dropped(batch, DropReason.CLOSED, why);
      if (outcomes.isEmpty()) {
        return;
      }
      telling.dropped(batch.id(), outcomes.size(), DropReason.CLOSED, why);
      settle(outcomes);
    }
  }

  private static List<EventOutcome> dropped(StoredBatch batch, DropReason reason, String why) {
    List<EventOutcome> outcomes = new ArrayList<>(Outcomes.unreadable(batch));
    outcomes.addAll(Outcomes.dropped(batch.events(), reason, 0, why));
    return outcomes;
  }

  /**
   * Waits until all events that are there now have left.
   *
   * @param lastBatch the last batch that has any of them
   */
  FlushWaiter await(long lastBatch, Instant deadline) {
    FlushWaiter waiter;
    synchronized (this) {
      waiter = new FlushWaiter(lastBatch, size().events(), deadline);
      if (!waiter.isDone()) {
        waiters.add(waiter);
        return waiter;
      }
    }
    waiter.future().complete(waiter.report());
    return waiter;
  }

  /** The time of a waiter is over, or there is nothing that it could wait for. */
  void expire(FlushWaiter waiter) {
    FlushReport report;
    synchronized (this) {
      waiters.remove(waiter);
      report = waiter.report();
    }
    waiter.future().complete(report);
  }

  /** Nothing leaves any more. */
  void expireAll() {
    List<FlushWaiter> all;
    synchronized (this) {
      all = List.copyOf(waiters);
    }
    all.forEach(this::expire);
  }
}
