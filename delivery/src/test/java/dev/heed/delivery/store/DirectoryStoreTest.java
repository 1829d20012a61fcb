package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on the files of this machine. */
class DirectoryStoreTest extends BatchStoreContract {

  @TempDir Path temporary;

  private Path place() {
    return temporary.resolve("a").resolve("queue");
  }

  @Override
  protected BatchStore newStore() {
    return BatchStore.inDirectory(place());
  }

  @Override
  protected BatchStore reopened(BatchStore closed) {
    return BatchStore.inDirectory(place());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(place())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void namesSayWhatIsInTheFiles() throws Exception {
    long id = batch("12345", "123");
    append("x");
    store().saveState(bytes("{}"));
    assertThat(names())
        .containsExactly(
            "000000000001.2.8.1772366400000.batch",
            "000000000002.open",
            "format",
            "lock",
            "owner",
            "state.1");
    store().settle(id, places(0));
    assertThat(names()).contains("000000000001.2.8.1772366400000.part");
    store().settle(id, places(1));
    store().close();
    assertThat(names())
        .containsExactly("000000000002.1.1.1772366400000.batch", "format", "lock", "state.1");
  }

  @Test
  @Tag("D6")
  void allOfItIsForTheOwnerAlone() throws Exception {
    Assumptions.assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    batch("secret");
    append("secret too");
    store().saveState(bytes("{}"));
    try (Stream<Path> all = Files.walk(place())) {
      for (Path path : all.toList()) {
        String permissions = Files.isDirectory(path) ? "rwx------" : "rw-------";
        assertThat(Files.getPosixFilePermissions(path))
            .as(path.toString())
            .isEqualTo(PosixFilePermissions.fromString(permissions));
      }
    }
  }

  @Test
  void aSecondQueueInThisProcessIsRefusedAsLongAsTheFirstOneHasTheDirectory() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> BatchStore.inDirectory(place()).open())
          .isInstanceOf(IOException.class)
          .hasMessage("another queue of this process has " + place().toRealPath());
    }
    store().close();
    BatchStore second = BatchStore.inDirectory(place());
    assertThat(second.open().findings()).isEmpty();
    second.close();
  }

  @Test
  void aLinkToTheDirectoryIsTheSameDirectory() throws Exception {
    Path link = temporary.resolve("link");
    Files.createSymbolicLink(link, place());
    assertThatThrownBy(() -> BatchStore.inDirectory(link).open())
        .hasMessageStartingWith("another queue of this process has ");
  }

  @Test
  void aSecondProcessIsRefusedAlsoAfterThisOneWasInterruptedAndRefusedAnother() throws Exception {
    assertThatThrownBy(() -> BatchStore.inDirectory(place()).open()).isNotNull();
    Thread.currentThread().interrupt();
    store().force(append("a"));
    store().closeBatch();
    store().settle(1, places(0));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(StoreView.open(place()).owner()).hasValue(ProcessHandle.current().pid());
    assertThat(OtherProcess.open(place())).isEqualTo("another process has " + place().toRealPath());
    store().close();
    assertThat(OtherProcess.open(place())).isEqualTo("opened");
  }

  @Test
  void aDirectoryOfALaterVersionIsLeftAlone() throws Exception {
    store().close();
    Files.writeString(place().resolve("format"), "heed-store 2\n");
    assertThatThrownBy(() -> BatchStore.inDirectory(place()).open())
        .hasMessage(
            place()
                + " was written by a later version of Heed, in format 2; this one knows formats up"
                + " to 1");
    assertThatThrownBy(() -> StoreView.open(place()))
        .hasMessage(place() + " was written by a later version of Heed, in format 2");
  }

  @Test
  void aStoreThatCouldNotBeOpenedGivesTheDirectoryBack() throws Exception {
    store().close();
    Files.writeString(place().resolve("format"), "heed-store 2\n");
    BatchStore store = BatchStore.inDirectory(place());
    assertThatThrownBy(store::open).isInstanceOf(IOException.class);
    Files.writeString(place().resolve("format"), "");
    assertThat(store.open().findings()).isEmpty();
    store.close();
    assertThat(Files.readString(place().resolve("format"))).isEqualTo("heed-store 1\n");
  }

  @Test
  void whatIsNotOursStaysAsItIs() throws Exception {
    store().close();
    Files.writeString(place().resolve("notes.txt"), "mine");
    Files.writeString(place().resolve("dead-letter.ndjson"), "{}\n");
    reopen();
    assertThat(names()).contains("notes.txt", "dead-letter.ndjson");
  }

  @Test
  void idsAreNotGivenAgainWhenNoBatchIsLeftToTell() throws Exception {
    long id = batch("a");
    store().saveState(bytes("{}"));
    store().settle(id, places(0));
    reopen();
    assertThat(append("b").batch()).isGreaterThan(id);
  }

  @Test
  void numbersAreInOrderAlsoWhenTheyGrowLonger() throws Exception {
    store().close();
    List<Long> ids = new ArrayList<>();
    for (long id : new long[] {9, 10, 999_999_999_999L, 1_000_000_000_000L}) {
      ids.add(id);
      String name = String.format(Locale.ROOT, "%012d.1.1.0.batch", id);
      Files.write(place().resolve(name), segment(id));
    }
    reopen();
    assertThat(store().list(10)).extracting(BatchInfo::id).isEqualTo(ids);
    assertThat(texts(1_000_000_000_000L)).containsExactly("x");
    assertThat(append("y").batch()).isEqualTo(1_000_000_000_001L);
  }

  private static byte[] segment(long id) {
    byte[] file = new byte[SegmentFormat.HEADER + SegmentFormat.PREFIX + 1];
    SegmentFormat.header(file, id, 0);
    int at = SegmentFormat.HEADER;
    file[at + SegmentFormat.PREFIX] = 'x';
    SegmentFormat.prefix(file, at, SegmentFormat.WAITING, 0, 1);
    SegmentFormat.seal(file, at, id, new CRC32C());
    return file;
  }

  @Test
  void messagesSayWhichStoreAndWhatIsWrong() throws Exception {
    assertThatThrownBy(() -> BatchStore.inDirectory(place()).list(1))
        .hasMessage("the store in " + place() + " is not open");
    store().close();
    assertThatThrownBy(() -> store().list(1)).hasMessage("the store in " + place() + " is closed");
    assertThatThrownBy(() -> store().open())
        .hasMessage("this store has been opened before; each queue needs one of its own");
    assertThat(store()).hasToString("store in " + place() + ", forced every PT1S");
  }

  @Test
  void anIntervalOfNothingIsRefused() {
    assertThatThrownBy(() -> Sync.every(Duration.ZERO))
        .hasMessage("the interval must be at least 1 ms, but is PT0S");
    assertThat(Sync.eachEvent()).hasToString("each event");
    assertThat(Sync.eachBatch()).hasToString("each batch");
  }
}
