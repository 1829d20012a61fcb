package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A disk that is full, or fails in other ways. */
@Tag("D4")
@Tag("D6")
class FullDiskTest {

  private static final Path PLACE = Path.of("/queue");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** Names can be changed, and what is written over another byte needs no room. */
  private static final FakeFiles.Fault FULL =
      (op, name, length) ->
          op == FakeFiles.Op.CREATE || op == FakeFiles.Op.WRITE && length > 1 ? length / 2 : -1;

  private final VirtualTime time = new VirtualTime();
  private FakeFiles files = new FakeFiles();
  private BatchStore store = open(Sync.every(Duration.ofSeconds(1)));

  private BatchStore open(Sync sync) {
    store = DirectoryStore.builder(PLACE).files(files).sync(sync).time(time).build();
    try {
      assertThat(store.open().findings()).isEmpty();
      return store;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private EventId append(String event) throws IOException {
    EventId id = store.append(event.getBytes(StandardCharsets.UTF_8), NOON);
    store.force(id);
    return id;
  }

  private long texts(String... events) throws IOException {
    long id = store.list(1).get(0).id();
    assertThat(store.load(id).events()).extracting(StoredEvent::text).containsExactly(events);
    return id;
  }

  private static BitSet places(int... places) {
    BitSet set = new BitSet();
    for (int place : places) {
      set.set(place);
    }
    return set;
  }

  @Test
  void newEventsAreRefusedAndThoseThatWaitAreReadAndRemoved() throws IOException {
    append("one");
    append("two");
    files.failing(FULL);
    assertThatThrownBy(() -> append("three")).hasMessage("injected: no space left on device");
    assertThat(store.closeBatch()).isPresent();
    assertThatThrownBy(() -> append("four")).isInstanceOf(IOException.class);
    long id = texts("one", "two");
    store.settle(id, places(0));
    texts("two");
    store.settle(id, places(1));
    assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
    files.failing(FakeFiles.NONE);
    append("five");
    var unused = store.closeBatch();
    texts("five");
  }

  @Test
  void aStoreStartsOnAFullDisk() throws IOException {
    append("one");
    files = files.afterKill().failing(FULL);
    open(Sync.eachBatch());
    assertThatThrownBy(() -> append("two")).isInstanceOf(IOException.class);
    long id = texts("one");
    store.settle(id, places(0));
    assertThat(store.size().events()).isZero();
    store.close();
  }

  @Test
  void halfAnEventIsTakenBackBeforeTheNextOne() throws IOException {
    append("one");
    files.failing((op, name, length) -> op == FakeFiles.Op.WRITE ? 7 : -1);
    assertThatThrownBy(() -> append("two")).isInstanceOf(IOException.class);
    files.failing(FakeFiles.NONE);
    append("three");
    files = files.afterKill();
    open(Sync.eachBatch());
    texts("one", "three");
  }

  @Test
  void halfAnEventThatCannotBeTakenBackIsTakenBackLater() throws IOException {
    append("one");
    files.failing(
        (op, name, length) ->
            op == FakeFiles.Op.TRUNCATE || op == FakeFiles.Op.WRITE && length > 1 ? 7 : -1);
    assertThatThrownBy(() -> append("two")).isInstanceOf(IOException.class);
    files.failing((op, name, length) -> op == FakeFiles.Op.TRUNCATE ? 0 : -1);
    assertThatThrownBy(() -> append("three")).hasMessageStartingWith("injected: TRUNCATE");
    files.failing(FakeFiles.NONE);
    append("four");
    var unused = store.closeBatch();
    texts("one", "four");
  }

  @Test
  void aBatchThatCannotBeClosedGoesOn() throws IOException {
    append("one");
    files.failing((op, name, length) -> op == FakeFiles.Op.RENAME ? 0 : -1);
    assertThatThrownBy(() -> store.closeBatch()).hasMessageStartingWith("injected: RENAME");
    assertThat(store.list(9)).isEmpty();
    append("two");
    files.failing(FakeFiles.NONE);
    var unused = store.closeBatch();
    texts("one", "two");
  }

  @Test
  void aBatchThatCannotBeRemovedStays() throws IOException {
    append("one");
    var unused = store.closeBatch();
    Set<FakeFiles.Op> failing = Set.of(FakeFiles.Op.DELETE, FakeFiles.Op.RENAME);
    files.failing((op, name, length) -> failing.contains(op) ? 0 : -1);
    assertThatThrownBy(() -> store.settle(1, places(0))).hasMessageStartingWith("injected: DELETE");
    texts("one");
    files.failing(FakeFiles.NONE);
    store.settle(1, places(0));
    assertThat(store.list(9)).isEmpty();
  }

  /** As in a directory in which files can be changed, and not removed. */
  @Test
  void aBatchThatCannotBeRemovedIsNotFoundAgainByTheNextProcess() throws IOException {
    append("one");
    append("two");
    long id = store.closeBatch().orElseThrow().id();
    AtomicInteger renames = new AtomicInteger();
    files.failing(
        (op, name, length) ->
            op == FakeFiles.Op.DELETE || op == FakeFiles.Op.RENAME && renames.incrementAndGet() != 2
                ? 0
                : -1);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> store.settle(id, places(0, 1)))
          .hasMessageStartingWith("injected: DELETE");
      texts("one", "two");
      assertThat(store.size().events()).isEqualTo(2);
    }
    nothingIsFoundByTheNextProcess();
  }

  @Test
  void norIsOneOfWhichAPartHadLeftBefore() throws IOException {
    append("one");
    append("two");
    long id = store.closeBatch().orElseThrow().id();
    store.settle(id, places(0));
    Set<FakeFiles.Op> failing = Set.of(FakeFiles.Op.DELETE, FakeFiles.Op.RENAME);
    files.failing((op, name, length) -> failing.contains(op) ? 0 : -1);
    assertThatThrownBy(() -> store.settle(id, places(1)))
        .hasMessageStartingWith("injected: DELETE");
    nothingIsFoundByTheNextProcess();
  }

  private void nothingIsFoundByTheNextProcess() throws IOException {
    files = files.afterKill();
    open(Sync.eachBatch());
    assertThat(store.list(9)).isEmpty();
    assertThat(files.paths()).noneMatch(path -> path.toString().contains(".part"));
  }

  @Test
  void aDiskThatCannotBeForcedHoldsNoBatchBackAndIsTold() throws IOException {
    for (Sync sync : Set.of(Sync.eachBatch(), Sync.eachEvent())) {
      files = new FakeFiles();
      open(sync);
      files.failing((op, name, length) -> op == FakeFiles.Op.FORCE ? 0 : -1);
      EventId event = store.append(new byte[] {'1'}, NOON);
      assertThat(store.closeBatch()).isPresent();
      texts("1");
      assertThatThrownBy(() -> store.force(event))
          .hasMessage(
              "the disk may not have what was written: injected: FORCE" + " 000000000001.open.tmp");
    }
  }

  @Test
  void anIntervalForcesWhatWasWrittenAndOnlyThen() throws IOException {
    append("one");
    var unused = store.closeBatch();
    append("two");
    store.saveState(new byte[] {'s'});
    assertThat(files.count(FakeFiles.Op.FORCE)).isZero();
    time.advance(Duration.ofSeconds(1));
    assertThat(files.count(FakeFiles.Op.FORCE)).isEqualTo(3);
    assertThat(files.count(FakeFiles.Op.FORCE_DIRECTORY)).isEqualTo(1);
    time.advance(Duration.ofHours(1));
    assertThat(files.count(FakeFiles.Op.FORCE)).isEqualTo(3);
    assertThat(files.count(FakeFiles.Op.FORCE_DIRECTORY)).isEqualTo(1);
    files = files.afterPowerFailure(new Random(1));
    open(Sync.eachBatch());
    assertThat(store.size().events()).isEqualTo(2);
    assertThat(store.loadState()).hasValue(new byte[] {'s'});
  }

  @Test
  void whatAnIntervalCouldNotForceIsWrittenAnewInTheNextOne() throws IOException {
    append("one");
    var unused = store.closeBatch();
    append("two");
    files.failing((op, name, length) -> op == FakeFiles.Op.FORCE ? 0 : -1);
    time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(() -> append("three"))
        .hasMessageStartingWith("the disk may not have what was written: injected: FORCE");
    files.failing(FakeFiles.NONE);
    time.advance(Duration.ofSeconds(1));
    files = files.afterPowerFailure(new Random(1));
    open(Sync.eachBatch());
    assertThat(store.size().events()).isEqualTo(3);
    assertThat(store.load(2).unreadable().isEmpty()).isTrue();
    assertThat(store.load(1).events()).hasSize(1);
  }

  @Test
  void whenNothingWaitsForTheDiskNothingIsRunning() throws IOException {
    append("one");
    time.advance(Duration.ofSeconds(1));
    assertThat(time.pending()).isEmpty();
    append("two");
    store.close();
    assertThat(time.pending()).isEmpty();
  }

  @Test
  void closingForcesEverythingInEveryMode() throws IOException {
    append("one");
    store.close();
    files = files.afterPowerFailure(new Random(1));
    open(Sync.eachBatch());
    texts("one");
  }

  @Test
  void aStateThatCannotBeSavedLeavesTheOneBefore() throws IOException {
    store.saveState(new byte[] {'1'});
    files.failing(FULL);
    assertThatThrownBy(() -> store.saveState(new byte[] {'2'})).isInstanceOf(IOException.class);
    assertThat(store.loadState()).hasValue(new byte[] {'1'});
  }

  @Test
  @Tag("D3")
  void aStateThatCouldNotBeForcedIsWrittenAnew() throws IOException {
    store.saveState(new byte[] {'1'});
    time.advance(Duration.ofSeconds(1));
    store.saveState(new byte[] {'2'});
    files.failing((op, name, length) -> op == FakeFiles.Op.FORCE ? 0 : -1);
    time.advance(Duration.ofSeconds(1));
    files.failing(FakeFiles.NONE);
    time.advance(Duration.ofSeconds(1));
    files = files.afterPowerFailure(new Random(1));
    open(Sync.eachBatch());
    assertThat(store.loadState()).hasValue(new byte[] {'2'});
  }

  @Test
  @Tag("D3")
  void aPowerFailureLeavesAtLeastTheStateOfTheLastInterval() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      files = new FakeFiles();
      open(Sync.every(Duration.ofSeconds(1)));
      for (int i = 1; i < 8; i++) {
        store.saveState(("" + i).repeat(9).getBytes(StandardCharsets.UTF_8));
        if (i == 4) {
          time.advance(Duration.ofSeconds(1));
        }
      }
      files = files.afterPowerFailure(new Random(seed));
      open(Sync.eachBatch());
      assertThat(store.loadState()).isPresent();
      assertThat(store.loadState().orElseThrow()[0]).isBetween((byte) '4', (byte) '7');
    }
  }
}
