package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look from outside, while somebody has the store. */
@Tag("D6")
class StoreViewTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path place;
  private BatchStore store;

  @BeforeEach
  void open() throws IOException {
    store = BatchStore.inDirectory(place);
    var unused = store.open();
    append("a");
    append("bb");
    append("ccc");
    var closed = store.closeBatch();
    store.settle(closed.orElseThrow().id(), places(1));
    append("dddd");
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private void append(String event) throws IOException {
    EventId unused = store.append(event.getBytes(StandardCharsets.UTF_8), NOON);
  }

  private static BitSet places(int place) {
    BitSet set = new BitSet();
    set.set(place);
    return set;
  }

  @Test
  void itShowsWhatTheOwnerOfTheStoreSees() throws IOException {
    StoreView view = StoreView.open(place);
    assertThat(view.size()).isEqualTo(store.size()).isEqualTo(StoreSize.of(3, 8, 2));
    assertThat(view.oldest()).contains(NOON);
    assertThat(view.batches(9))
        .containsExactly(BatchInfo.of(1, 2, 4, NOON), BatchInfo.of(2, 1, 4, NOON));
    assertThat(view.owner()).hasValue(ProcessHandle.current().pid());
    assertThat(view).hasToString(place + ": 3 events, 8 bytes, 2 batches");
  }

  @Test
  void theOldestEventsCanBeRead() throws IOException {
    StoreView view = StoreView.open(place);
    assertThat(view.peek(9)).extracting(StoredEvent::text).containsExactly("a", "ccc", "dddd");
    assertThat(view.peek(2)).extracting(StoredEvent::text).containsExactly("a", "ccc");
    assertThat(view.peek(0)).isEmpty();
  }

  @Test
  void whatLeavesMeanwhileIsMissing() throws IOException {
    StoreView view = StoreView.open(place);
    store.settle(1, places(0));
    store.settle(1, places(2));
    assertThat(view.peek(9)).extracting(StoredEvent::text).containsExactly("dddd");
  }

  @Test
  void thePauseIsTold() throws IOException {
    assertThat(StoreView.open(place).pausedUntil()).isEmpty();
    store.saveState(
        "{\"version\":1,\"pausedUntil\":\"2026-03-01T12:05:00Z\"}"
            .getBytes(StandardCharsets.UTF_8));
    assertThat(StoreView.open(place).pausedUntil()).contains(Instant.parse("2026-03-01T12:05:00Z"));
    assertThat(StoreView.open(place).state())
        .hasValueSatisfying(s -> assertThat(s).contains("\"version\":1"));
    store.saveState("{\"pausedUntil\":7}".getBytes(StandardCharsets.UTF_8));
    assertThat(StoreView.open(place).pausedUntil()).isEmpty();
  }

  @Test
  void lookingChangesNothingAndTakesNoLock() throws Exception {
    List<Path> before = files();
    for (int i = 0; i < 3; i++) {
      assertThat(StoreView.open(place).peek(9)).hasSize(3);
    }
    assertThat(files()).isEqualTo(before);
    assertThat(OtherProcess.open(place)).startsWith("another process has ");
    append("e");
    assertThat(StoreView.open(place).size().events()).isEqualTo(4);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return new ArrayList<>(files.sorted().toList());
    }
  }

  @Test
  void aClosedStoreHasNoOwnerAndWhatIsSetAsideIsNamed() throws IOException {
    store.close();
    Files.createDirectory(place.resolve("quarantine"));
    Files.createFile(place.resolve("quarantine").resolve("7.open"));
    Files.writeString(place.resolve("owner"), "4000000000\n");
    StoreView view = StoreView.open(place);
    assertThat(view.owner()).isEmpty();
    assertThat(view.quarantined()).containsExactly(place.resolve("quarantine").resolve("7.open"));
    assertThat(view.deadLetterFile()).isEqualTo(place.resolve("dead-letter.ndjson"));
    assertThat(view.size().events()).isEqualTo(3);
  }

  @Test
  void aDirectoryWithoutAStoreIsNone() {
    assertThatThrownBy(() -> StoreView.open(place.resolve("elsewhere")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(place.resolve("elsewhere") + " holds no store");
  }
}
