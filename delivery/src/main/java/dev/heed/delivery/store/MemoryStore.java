package dev.heed.delivery.store;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything in memory, under one lock: nothing here takes longer than copying an array. */
final class MemoryStore implements BatchStore {

  private final TreeMap<Long, Batch> closed = new TreeMap<>();
  private @Nullable Batch open;
  private long nextId = 1;
  private long events;
  private long bytes;
  private byte @Nullable [] state;
  private Life life = Life.NEW;

  private enum Life {
    NEW,
    OPEN,
    CLOSED
  }

  @Override
  public synchronized Recovery open() throws IOException {
    if (life != Life.NEW) {
      throw new IOException("a store in memory can be opened once; each queue needs its own");
    }
    life = Life.OPEN;
    return Recovery.clean();
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public synchronized EventId append(byte[] event, Instant at) throws IOException {
    checkOpen();
    Batch batch = open;
    if (batch == null) {
      batch = new Batch(nextId++, at);
      open = batch;
    }
    StoredEvent stored = batch.add(event.clone());
    events++;
    bytes += event.length;
    return stored.id();
  }

  @Override
  public synchronized Optional<BatchInfo> closeBatch() throws IOException {
    checkOpen();
    Batch batch = open;
    if (batch == null) {
      return Optional.empty();
    }
    open = null;
    closed.put(batch.id, batch);
    return Optional.of(batch.info());
  }

  @Override
  public synchronized StoreSize size() {
    return StoreSize.of(events, bytes, closed.size() + (open == null ? 0 : 1));
  }

  @Override
  public synchronized List<BatchInfo> list(int max) throws IOException {
    checkOpen();
    return closed.values().stream().limit(max).map(Batch::info).toList();
  }

  @Override
  public synchronized StoredBatch load(long id) throws IOException {
    checkOpen();
    Batch batch = closed.get(id);
    return StoredBatch.of(id, batch == null ? List.of() : batch.waiting());
  }

  @Override
  public synchronized void settle(long id, BitSet places) throws IOException {
    checkOpen();
    Batch batch = closed.get(id);
    if (batch == null) {
      return;
    }
    places.stream().filter(batch::isWaiting).forEach(place -> settle(batch, place));
    if (batch.size() == 0) {
      closed.remove(id);
    }
  }

  private void settle(Batch batch, int place) {
    events--;
    bytes -= batch.settle(place);
  }

  @Override
  public synchronized Optional<byte[]> loadState() throws IOException {
    checkOpen();
    return Optional.ofNullable(state).map(byte[]::clone);
  }

  @Override
  public synchronized void saveState(byte[] newState) throws IOException {
    checkOpen();
    state = newState.clone();
  }

  @Override
  public synchronized void close() {
    life = Life.CLOSED;
  }

  private void checkOpen() throws IOException {
    if (life != Life.OPEN) {
      throw new IOException(life == Life.NEW ? "the store is not open" : "the store is closed");
    }
  }

  /** The events stay in their places; which of them are settled stands beside them. */
  private static final class Batch {

    private final long id;
    private final Instant oldest;
    private final List<StoredEvent> events = new ArrayList<>();
    private final BitSet settled = new BitSet();
    private long bytes;

    Batch(long id, Instant oldest) {
      this.id = id;
      this.oldest = oldest;
    }

    StoredEvent add(byte[] event) {
      StoredEvent stored = StoredEvent.of(EventId.of(id, events.size()), event);
      events.add(stored);
      bytes += event.length;
      return stored;
    }

    boolean isWaiting(int place) {
      return place < events.size() && !settled.get(place);
    }

    int settle(int place) {
      int length = events.get(place).bytes().length;
      settled.set(place);
      bytes -= length;
      return length;
    }

    int size() {
      return events.size() - settled.cardinality();
    }

    List<StoredEvent> waiting() {
      return events.stream().filter(event -> !settled.get(event.id().place())).toList();
    }

    BatchInfo info() {
      return BatchInfo.of(id, size(), bytes, oldest);
    }
  }
}
