package dev.heed.verify.crash;

import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.EventId;
import dev.heed.delivery.store.Recovery;
import dev.heed.delivery.store.StoreSize;
import dev.heed.delivery.store.StoredBatch;
import java.io.IOException;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** A store that may stop the process before and after what it is asked to do. */
final class HaltingStore implements BatchStore {

  private final BatchStore store;
  private final Halting halting;

  HaltingStore(BatchStore store, Halting halting) {
    this.store = store;
    this.halting = halting;
  }

  @Override
  public Recovery open() throws IOException {
    halting.opening(true);
    Recovery recovery = store.open();
    halting.opening(false);
    return recovery;
  }

  @Override
  public boolean isDurable() {
    return store.isDurable();
  }

  @Override
  public EventId append(byte[] event, Instant at) throws IOException {
    halting.at(Point.BEFORE_APPEND);
    EventId id = store.append(event, at);
    halting.at(Point.AFTER_APPEND);
    return id;
  }

  @Override
  public void force(EventId event) throws IOException {
    store.force(event);
  }

  @Override
  public Optional<BatchInfo> closeBatch() throws IOException {
    halting.at(Point.BEFORE_CLOSE);
    Optional<BatchInfo> info = store.closeBatch();
    halting.at(Point.AFTER_CLOSE);
    return info;
  }

  @Override
  public StoreSize size() {
    return store.size();
  }

  @Override
  public List<BatchInfo> list(int max) throws IOException {
    return store.list(max);
  }

  @Override
  public StoredBatch load(long batch) throws IOException {
    return store.load(batch);
  }

  @Override
  public void settle(long batch, BitSet places) throws IOException {
    halting.at(Point.BEFORE_SETTLE);
    store.settle(batch, places);
    halting.at(Point.AFTER_SETTLE);
  }

  @Override
  public Optional<byte[]> loadState() throws IOException {
    return store.loadState();
  }

  @Override
  public void saveState(byte[] state) throws IOException {
    store.saveState(state);
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
