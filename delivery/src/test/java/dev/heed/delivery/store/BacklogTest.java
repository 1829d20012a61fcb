package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More waits on the disk than fits into memory. */
@Tag("D6")
class BacklogTest {

  private static final Path PLACE = Path.of("/queue");
  private static final int BATCHES = 40_000;

  private static FakeFiles backlog() {
    FakeFiles files = new FakeFiles();
    for (int id = 1; id <= BATCHES; id++) {
      String name = String.format(Locale.ROOT, "%012d.250.50000.1772366400000.batch", id);
      files.put(PLACE.resolve(name), new byte[0]);
    }
    return files;
  }

  @Test
  void tenMillionEventsAreTakenUpWithoutReadingOneOfThem() throws IOException {
    FakeFiles files = backlog();
    BatchStore store = DirectoryStore.builder(PLACE).files(files).build();
    assertThat(store.open().findings()).isEmpty();
    assertThat(store.size()).isEqualTo(StoreSize.of(10_000_000, 2_000_000_000, BATCHES));
    assertThat(store.list(2)).extracting(BatchInfo::id).containsExactly(1L, 2L);
    assertThat(files.count(FakeFiles.Op.LIST)).isEqualTo(1);
    assertThat(files.count(FakeFiles.Op.OPEN)).isZero();
    assertThat(files.count(FakeFiles.Op.READ)).isZero();
    BitSet all = new BitSet();
    all.set(0, 250);
    store.settle(1, all);
    assertThat(files.count(FakeFiles.Op.READ)).isZero();
    assertThat(store.size().batches()).isEqualTo(BATCHES - 1);
  }
}
