package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.store.FakeFiles.Op;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are used for one batch after another. */
@Tag("D4")
class SparesTest {

  private static final Path PLACE = Path.of("queue");
  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
  private static final int KEPT = 512;

  private FakeFiles files = new FakeFiles();
  private BatchStore store;

  private void open(Sync sync) throws IOException {
    store = DirectoryStore.builder(PLACE).files(files).sync(sync).time(new VirtualTime()).build();
    var unused = store.open();
  }

  private void append(String event) throws IOException {
    store.force(store.append(event.getBytes(StandardCharsets.UTF_8), NOON));
  }

  private long batch(String event) throws IOException {
    append(event);
    return store.closeBatch().orElseThrow().id();
  }

  private void settle(long batch) throws IOException {
    BitSet places = new BitSet();
    places.set(0);
    store.settle(batch, places);
  }

  private List<String> names(String start) {
    return files.paths().stream()
        .map(path -> String.valueOf(path.getFileName()))
        .filter(name -> name.startsWith(start))
        .toList();
  }

  private List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (BatchInfo info : store.list(2000)) {
      StoredBatch batch = store.load(info.id());
      assertThat(batch.unreadable().isEmpty()).isTrue();
      batch.events().forEach(event -> texts.add(event.text()));
    }
    return texts;
  }

  @Test
  void theFileOfABatchThatHasLeftIsTakenForALaterOne() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one, which is longer"));
    long forces = batch("two");
    settle(forces);
    int made = files.count(Op.CREATE);
    for (int i = 0; i < 5; i++) {
      long id = batch("three");
      assertThat(texts()).containsExactly("three");
      settle(id);
    }
    assertThat(files.count(Op.CREATE)).isEqualTo(made);
    assertThat(files.count(Op.DELETE)).isZero();
  }

  @Test
  void itIsNotTakenBeforeTheDiskHasItsName() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one"));
    int made = files.count(Op.CREATE);
    var unused = store.append(new byte[] {'1'}, NOON);
    assertThat(files.count(Op.CREATE)).isEqualTo(made + 1);
    assertThat(names(Spares.PREFIX)).containsExactly("spare.1");
  }

  /** A queue that forces at long intervals does not wait for one. */
  @Test
  void whenManyWaitForTheirNamesThoseAreForcedInTheBackground() throws IOException {
    open(Sync.every(Duration.ofHours(1)));
    List<Long> batches = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      batches.add(batch("event"));
    }
    for (long batch : batches) {
      settle(batch);
    }
    int forced = files.count(Op.FORCE_DIRECTORY);
    long before = batch("a file of its own, and a reason to force");
    assertThat(files.count(Op.FORCE_DIRECTORY)).isEqualTo(forced + 1);
    int made = files.count(Op.CREATE);
    settle(before);
    settle(batch("a spare one"));
    assertThat(files.count(Op.CREATE)).isEqualTo(made);
  }

  @Test
  void aSpareFileHoldsNothing() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one"));
    assertThat(names(Spares.PREFIX)).containsExactly("spare.1");
    assertThat(files.content(PLACE.toAbsolutePath().resolve("spare.1"))).isEmpty();
  }

  @Test
  void onlySomeAreKept() throws IOException {
    open(Sync.eachBatch());
    List<Long> batches = new ArrayList<>();
    for (int i = 0; i < KEPT + 10; i++) {
      batches.add(batch("event"));
    }
    for (long batch : batches) {
      settle(batch);
    }
    assertThat(names(Spares.PREFIX)).hasSize(KEPT);
    assertThat(files.count(Op.DELETE)).isEqualTo(10);
  }

  @Test
  void closingLeavesNone() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one"));
    store.close();
    assertThat(names(Spares.PREFIX)).isEmpty();
  }

  @Test
  void whoeverOpensTheStoreRemovesThoseOfAKilledProcess() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one"));
    var unused = batch("two");
    files = files.afterKill();
    open(Sync.eachBatch());
    assertThat(names(Spares.PREFIX)).isEmpty();
    assertThat(texts()).containsExactly("two");
  }

  @Test
  void whereItCannotBeKeptItIsRemoved() throws IOException {
    open(Sync.eachBatch());
    for (Op op : List.of(Op.RENAME, Op.OPEN, Op.TRUNCATE)) {
      long batch = batch("one");
      files.failing((failing, name, length) -> failing == op ? 0 : -1);
      settle(batch);
      files.failing(FakeFiles.NONE);
      assertThat(store.list(9)).isEmpty();
      assertThat(names("")).noneMatch(name -> name.contains("batch") || name.contains("spare"));
    }
  }

  @Test
  void aFileThatIsThereIsNotWrittenOver() throws IOException {
    open(Sync.eachBatch());
    settle(batch("one"));
    settle(batch("two"));
    Path third = PLACE.toAbsolutePath().resolve(SegmentName.open(3).text());
    files.put(third, new byte[] {'x'});
    assertThat(batch("three")).isEqualTo(4);
    assertThat(files.content(third)).containsExactly('x');
  }

  /** Else a disk that fails under a batch might be told to nobody who has it. */
  @Test
  void aFileThatCouldNotBeForcedIsNotUsedAgain() throws IOException {
    open(Sync.eachBatch());
    files.failing((op, name, length) -> op == Op.FORCE ? 0 : -1);
    long batch = batchThatIsNotForced();
    files.failing(FakeFiles.NONE);
    settle(batch);
    assertThat(names(Spares.PREFIX)).isEmpty();
  }

  private long batchThatIsNotForced() throws IOException {
    var unused = store.append(new byte[] {'1'}, NOON);
    return store.closeBatch().orElseThrow().id();
  }

  /** The disk may have what is in a file, and not yet its new name. */
  @Test
  void noPowerFailureShowsABatchUnderTheNameOfTheOneBefore() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      files = new FakeFiles();
      open(seed % 2 == 0 ? Sync.eachEvent() : Sync.eachBatch());
      settle(batch("one"));
      settle(batch("two"));
      append("three");
      if (seed % 3 > 0) {
        var unused = store.closeBatch();
      }
      files = files.afterPowerFailure(new Random(seed));
      open(Sync.eachBatch());
      assertThat(texts()).isSubsetOf("one", "two", "three");
    }
  }
}
