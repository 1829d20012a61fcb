package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on the files of this machine, when each event is forced to the disk. */
class ForcedStoreTest extends BatchStoreContract {

  @TempDir Path place;

  @Override
  protected BatchStore newStore() {
    return DirectoryStore.builder(place).sync(Sync.eachEvent()).build();
  }

  @Override
  protected BatchStore reopened(BatchStore closed) {
    return newStore();
  }

  @Test
  void manyThreadsCanWaitForTheDiskWhileBatchesAreClosed() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> offer(failures));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(store().size().events()).isEqualTo(80);
    reopen();
    assertThat(store().size().events()).isEqualTo(80);
  }

  /** As a queue does it: one at a time appends and closes, and all wait for the disk together. */
  private void offer(List<IOException> failures) {
    for (int i = 0; i < 20; i++) {
      try {
        store().force(next());
      } catch (IOException e) {
        synchronized (failures) {
          failures.add(e);
        }
      }
    }
  }

  private synchronized EventId next() throws IOException {
    EventId id = store().append("event".getBytes(StandardCharsets.UTF_8), NOON);
    if (id.place() == 6) {
      var unused = store().closeBatch();
    }
    return id;
  }
}
