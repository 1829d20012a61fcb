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

/** A wrong store: it says that it has let go of events, and keeps them. */
final class ClingingStore implements BatchStore {

  private final BatchStore store;

  ClingingStore(BatchStore store) {
    this.store = store;
  }

  @Override
  public void settle(long batch, BitSet places) {
    // That is what is wrong with it.
  }

  @Override
  public Recovery open() throws IOException {
    return store.open();
  }

  @Override
  public boolean isDurable() {
    return true;
  }

  @Override
  public EventId append(byte[] event, Instant at) throws IOException {
    return store.append(event, at);
  }

  @Override
  public Optional<BatchInfo> closeBatch() throws IOException {
    return store.closeBatch();
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
