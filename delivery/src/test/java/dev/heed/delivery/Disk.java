package dev.heed.delivery;

import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.EventId;
import dev.heed.delivery.store.Recovery;
import dev.heed.delivery.store.StoreSize;
import dev.heed.delivery.store.StoredBatch;
import dev.heed.delivery.store.StoredEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * What a durable store would have on its disk, in memory: it outlives the stores that are opened on
 * it, can be damaged, and fails when it is told to.
 */
public final class Disk {

  /** What may fail. */
  public enum Op {
    APPEND,
    FORCE,
    CLOSE_BATCH,
    LIST,
    LOAD,
    SETTLE,
    LOAD_STATE,
    SAVE_STATE
  }

  private record Event(StoredEvent stored, Instant at) {

    EventId id() {
      return stored.id();
    }

    long length() {
      return stored.bytes().length;
    }
  }

  private final TreeMap<EventId, Event> events = new TreeMap<>();
  private final BitSet unreadable = new BitSet();
  private final Set<Op> failing = EnumSet.noneOf(Op.class);
  private final Map<Op, Integer> calls = new TreeMap<>();
  private Recovery recovery = Recovery.clean();
  private byte[] state;
  private long lastBatch;
  private final CountDownLatch hung = new CountDownLatch(1);
  private final CountDownLatch freed = new CountDownLatch(1);
  private volatile Op hanging;
  private Op fault;
  private boolean inUse;
  private int process;

  /** A store on this disk. */
  public BatchStore store() {
    return new Store();
  }

  /** The process that used the disk is gone: its stores do nothing any more. */
  public synchronized void crash() {
    inUse = false;
    process++;
  }

  synchronized Disk failing(Op... ops) {
    failing.clear();
    failing.addAll(List.of(ops));
    return this;
  }

  /** This has a fault, and throws what it should not. */
  synchronized void faulty(Op op) {
    fault = op;
  }

  /** Whoever does this waits until {@link #goOn}. */
  void hang(Op op) {
    hanging = op;
  }

  void awaitHanging() throws InterruptedException {
    hung.await();
  }

  void goOn() {
    freed.countDown();
  }

  private void waitIfHanging(Op op) {
    if (op == hanging) {
      hung.countDown();
      try {
        freed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The events at these places of all batches cannot be read any more. */
  synchronized void damage(int... places) {
    for (int place : places) {
      unreadable.set(place);
    }
  }

  synchronized void found(Recovery recovery) {
    this.recovery = recovery;
  }

  synchronized int events() {
    return events.size();
  }

  synchronized int calls(Op op) {
    return calls.getOrDefault(op, 0);
  }

  synchronized String state() {
    return state == null ? "" : new String(state, StandardCharsets.UTF_8);
  }

  synchronized void state(String text) {
    state = text.getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void check(Op op) throws IOException {
    calls.merge(op, 1, Integer::sum);
    if (op == fault) {
      throw new IllegalStateException("a fault of the store");
    }
    if (failing.contains(op)) {
      throw new IOException("no space left on device");
    }
  }

  private final class Store implements BatchStore {

    private final int owner = process;
    private boolean closed;
    private long open = -1;
    private int openEvents;

    @Override
    public Recovery open() throws IOException {
      synchronized (Disk.this) {
        if (inUse) {
          throw new IOException("another queue has this store");
        }
        inUse = true;
        return recovery;
      }
    }

    @Override
    public boolean isDurable() {
      return true;
    }

    @Override
    public EventId append(byte[] event, Instant at) throws IOException {
      begin(Op.APPEND);
      synchronized (Disk.this) {
        if (open < 0) {
          open = ++lastBatch;
          openEvents = 0;
        }
        EventId id = EventId.of(open, openEvents++);
        events.put(id, new Event(StoredEvent.of(id, event.clone()), at));
        return id;
      }
    }

    @Override
    public void force(EventId event) throws IOException {
      begin(Op.FORCE);
    }

    @Override
    public Optional<BatchInfo> closeBatch() throws IOException {
      begin(Op.CLOSE_BATCH);
      synchronized (Disk.this) {
        if (open < 0) {
          return Optional.empty();
        }
        long id = open;
        open = -1;
        return Optional.of(info(id));
      }
    }

    private BatchInfo info(long batch) {
      List<Event> all = of(batch);
      long bytes = all.stream().mapToLong(Event::length).sum();
      return BatchInfo.of(batch, all.size(), bytes, all.get(0).at());
    }

    private List<Event> of(long batch) {
      return List.copyOf(
          events.subMap(EventId.of(batch, 0), true, EventId.of(batch + 1, 0), false).values());
    }

    private List<Long> ids() {
      return events.keySet().stream().map(EventId::batch).distinct().toList();
    }

    @Override
    public StoreSize size() {
      synchronized (Disk.this) {
        long bytes = events.values().stream().mapToLong(Event::length).sum();
        return StoreSize.of(events.size(), bytes, ids().size());
      }
    }

    @Override
    public List<BatchInfo> list(int max) throws IOException {
      begin(Op.LIST);
      synchronized (Disk.this) {
        return ids().stream().filter(id -> id != open).limit(max).map(this::info).toList();
      }
    }

    @Override
    public StoredBatch load(long batch) throws IOException {
      begin(Op.LOAD);
      synchronized (Disk.this) {
        List<StoredEvent> left = new ArrayList<>();
        BitSet lost = new BitSet();
        for (Event event : of(batch)) {
          if (unreadable.get(event.id().place())) {
            lost.set(event.id().place());
          } else {
            left.add(event.stored());
          }
        }
        return StoredBatch.damaged(batch, left, lost);
      }
    }

    @Override
    public void settle(long batch, BitSet places) throws IOException {
      begin(Op.SETTLE);
      synchronized (Disk.this) {
        if (batch != open) {
          places.stream().forEach(place -> events.remove(EventId.of(batch, place)));
        }
      }
    }

    @Override
    public Optional<byte[]> loadState() throws IOException {
      begin(Op.LOAD_STATE);
      synchronized (Disk.this) {
        return Optional.ofNullable(state).map(byte[]::clone);
      }
    }

    @Override
    public void saveState(byte[] newState) throws IOException {
      begin(Op.SAVE_STATE);
      synchronized (Disk.this) {
        state = newState.clone();
      }
    }

    private void begin(Op op) throws IOException {
      waitIfHanging(op);
      if (closed || owner != process) {
        throw new IOException("the store is closed");
      }
      check(op);
    }

    @Override
    public void close() {
      if (!closed && owner == process) {
        closed = true;
        crash();
      }
    }
  }
}
