package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are not as they were written. */
@Tag("D4")
class DamageTest {

  private static final Path PLACE = Path.of("/queue");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Path CLOSED = PLACE.resolve("000000000001.4.20.1772366400000.batch");
  private static final Path OPEN = PLACE.resolve("000000000001.open");

  /** Where the records of the four events begin. */
  private static final int[] RECORDS = {32, 32 + 14, 32 + 14 + 15, 32 + 14 + 15 + 16};

  private FakeFiles files = new FakeFiles();
  private BatchStore store;
  private Recovery recovery;

  private void open() throws IOException {
    store = DirectoryStore.builder(PLACE).files(files).sync(Sync.eachBatch()).build();
    recovery = store.open();
  }

  /** A batch of a, bb, ccc and a longer one. */
  private void write(boolean closed) throws IOException {
    open();
    for (String event : List.of("a", "bb", "ccc", "dddddddddd...x")) {
      EventId unused = store.append(event.getBytes(StandardCharsets.UTF_8), NOON);
    }
    if (closed) {
      var unused = store.closeBatch();
    }
    files = files.afterKill();
  }

  private void change(Path file, int at, int... values) {
    byte[] bytes = files.content(file);
    for (int i = 0; i < values.length; i++) {
      bytes[at + i] = (byte) values[i];
    }
  }

  private void cut(Path file, int length) {
    files.put(file, Arrays.copyOf(files.content(file), length));
  }

  private List<String> texts() throws IOException {
    return store.load(1).events().stream().map(StoredEvent::text).toList();
  }

  private static BitSet places(int... places) {
    BitSet set = new BitSet();
    Arrays.stream(places).forEach(set::set);
    return set;
  }

  @Test
  void oneFlippedByteCostsOneEvent() throws IOException {
    write(true);
    change(CLOSED, RECORDS[1] + 13, 'X');
    open();
    assertThat(recovery.findings()).isEmpty();
    assertThat(texts()).containsExactly("a", "ccc", "dddddddddd...x");
    assertThat(store.load(1).unreadable()).isEqualTo(places(1));
  }

  @Test
  void lengthsThatLieAreNotBelieved() throws IOException {
    for (int length : new int[] {1702131567, -5, 0, Integer.MAX_VALUE, 3, 40}) {
      files = new FakeFiles();
      write(true);
      change(CLOSED, RECORDS[1] + 9, length >> 24, length >> 16, length >> 8, length);
      open();
      assertThat(texts()).containsExactly("a", "ccc", "dddddddddd...x");
    }
  }

  @Test
  void whatIsCutOffAClosedBatchIsCountedEventByEvent() throws IOException {
    write(true);
    cut(CLOSED, RECORDS[2] + 5);
    open();
    assertThat(store.size().events()).isEqualTo(4);
    assertThat(texts()).containsExactly("a", "bb");
    assertThat(store.load(1).unreadable()).isEqualTo(places(2, 3));
  }

  @Test
  void aClosedBatchOfZerosOrOfNothingIsLostEventByEventAndKept() throws IOException {
    for (int length : new int[] {0, 7, 99}) {
      files = new FakeFiles();
      write(true);
      files.put(CLOSED, new byte[length]);
      open();
      assertThat(texts()).isEmpty();
      assertThat(store.load(1).unreadable()).isEqualTo(places(0, 1, 2, 3));
      store.settle(1, places(0, 1, 2, 3));
      assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
      assertThat(files.paths()).contains(aside(CLOSED)).doesNotContain(CLOSED);
    }
  }

  private static Path aside(Path file) {
    return PLACE.resolve("quarantine").resolve(file.getFileName());
  }

  @Test
  void aBatchWhoseFileIsGoneIsLostEventByEvent() throws IOException {
    write(true);
    open();
    files.delete(CLOSED);
    assertThat(store.load(1).unreadable()).isEqualTo(places(0, 1, 2, 3));
    store.settle(1, places(0, 1, 2, 3));
    assertThat(store.list(9)).isEmpty();
  }

  @Test
  void theRestOfADamagedBatchIsLeftWithoutTheDamageAndTheFileIsKept() throws IOException {
    write(true);
    change(CLOSED, RECORDS[1] + 13, 'X');
    open();
    assertThat(store.load(1).unreadable()).isEqualTo(places(1));
    store.settle(1, places(1));
    assertThat(store.load(1).unreadable()).isEqualTo(places());
    assertThat(texts()).containsExactly("a", "ccc", "dddddddddd...x");
    assertThat(files.paths()).contains(aside(CLOSED));
    files = files.afterKill();
    open();
    assertThat(recovery.findings()).isEmpty();
    assertThat(store.size().events()).isEqualTo(3);
    assertThat(store.load(1).unreadable()).isEqualTo(places());
    store.settle(1, places(0, 2));
    assertThat(texts()).containsExactly("dddddddddd...x");
  }

  @Test
  void aCopyTakesThePlaceOfAFileThatIsAway() throws IOException {
    write(true);
    change(CLOSED, RECORDS[1] + 13, 'X');
    open();
    var unused = store.load(1);
    files.failing(
        (op, name, length) -> op == FakeFiles.Op.RENAME && name.endsWith("copy") ? 0 : -1);
    store.settle(1, places(1));
    assertThat(files.paths()).contains(Path.of(CLOSED.toString().replace(".batch", ".copy")));
    assertThat(texts()).containsExactly("a", "ccc", "dddddddddd...x");
    files = files.afterKill();
    open();
    assertThat(texts()).containsExactly("a", "ccc", "dddddddddd...x");
    assertThat(store.size().events()).isEqualTo(3);
  }

  @Test
  void halfAnEventAtTheEndOfAnOpenBatchIsLeftOut() throws IOException {
    write(false);
    cut(OPEN, RECORDS[3] + 13 + 4);
    open();
    assertThat(recovery.findings())
        .containsExactly(
            "the last 17 bytes of /queue/000000000001.open are no whole event and were left out");
    assertThat(recovery.lost()).isZero();
    assertThat(texts()).containsExactly("a", "bb", "ccc");
    assertThat(store.load(1).unreadable()).isEqualTo(places());
  }

  @Test
  void damageInAnOpenBatchCostsWhatIsDamaged() throws IOException {
    write(false);
    change(OPEN, 3, 0, 0, 0);
    change(OPEN, RECORDS[0] + 13, 'X');
    open();
    assertThat(texts()).containsExactly("bb", "ccc", "dddddddddd...x");
    assertThat(store.load(1).unreadable()).isEqualTo(places(0));
  }

  @Test
  void anOpenBatchWithoutAnyEventIsSetAsideOrForgotten() throws IOException {
    write(false);
    files.put(OPEN, new byte[500]);
    open();
    assertThat(recovery.findings())
        .containsExactly(
            "/queue/000000000001.open was set aside in /queue/quarantine: no event in it can be"
                + " read");
    assertThat(files.paths()).contains(aside(OPEN));
    files.put(PLACE.resolve("000000000007.open"), new byte[0]);
    files = files.afterKill();
    open();
    assertThat(recovery.findings()).isEmpty();
    assertThat(store.list(9)).isEmpty();
  }

  @Test
  void aFileThatOnlyCallsItselfABatchIsSetAside() throws IOException {
    write(true);
    files.put(PLACE.resolve("copy of 1.batch"), new byte[] {1});
    open();
    assertThat(recovery.findings())
        .containsExactly(
            "/queue/copy of 1.batch was set aside in /queue/quarantine: it has no name of a batch,"
                + " or that of another one");
    assertThat(texts()).hasSize(4);
  }

  @Test
  void theQuarantineHasABound() throws IOException {
    for (int i = 0; i < 105; i++) {
      files.put(PLACE.resolve("no" + i + ".batch"), new byte[1]);
    }
    open();
    assertThat(recovery.findings()).hasSize(105);
    assertThat(files.paths().stream().filter(path -> path.toString().contains("quarantine")))
        .hasSize(100);
  }

  @Test
  void aBatchOfALaterVersionIsNotTouched() throws IOException {
    write(true);
    byte[] bytes = files.content(CLOSED);
    bytes[11] = 2;
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, 28);
    SegmentFormat.putInt(bytes, 28, (int) sum.getValue());
    open();
    assertThatThrownBy(() -> store.load(1))
        .hasMessage(
            "000000000001.4.20.1772366400000.batch was written by a later version of Heed, in"
                + " format 2");
  }

  @Test
  void aRecordOfAnotherBatchIsNotTakenForOneOfThis() throws IOException {
    write(true);
    byte[] bytes = files.content(CLOSED);
    files.put(PLACE.resolve("000000000002.4.20.1772366400000.batch"), bytes);
    open();
    assertThat(store.load(2).events()).isEmpty();
  }

  private String state() throws IOException {
    return store.loadState().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("none");
  }

  @Test
  @Tag("D3")
  void aStateThatIsDamagedGivesWayToTheOneBefore() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      files = new FakeFiles();
      open();
      store.saveState("{\"state\":1}".getBytes(StandardCharsets.UTF_8));
      store.saveState("{\"state\":2}".getBytes(StandardCharsets.UTF_8));
      files = files.afterKill();
      byte[] bytes = files.content(PLACE.resolve("state.2"));
      bytes[random.nextInt(bytes.length)] ^= 4;
      open();
      assertThat(state()).isEqualTo("{\"state\":1}");
      store.saveState("{\"state\":3}".getBytes(StandardCharsets.UTF_8));
      assertThat(state()).isEqualTo("{\"state\":3}");
    }
  }

  @Test
  @Tag("D3")
  void statesThatAreCutOffAreNone() throws IOException {
    open();
    store.saveState("{\"state\":1}".getBytes(StandardCharsets.UTF_8));
    Path file = PLACE.resolve("state.1");
    byte[] whole = files.content(file);
    for (int length = 0; length < whole.length; length++) {
      files = files.afterKill();
      files.put(file, Arrays.copyOf(whole, length));
      open();
      assertThat(state()).isEqualTo("none");
    }
  }

  @Test
  void whateverIsFlippedAStoreOpensAndGivesOnlyWhatWasWritten() throws IOException {
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      files = new FakeFiles();
      write(seed % 2 == 0);
      Path file = seed % 2 == 0 ? CLOSED : OPEN;
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        byte[] bytes = files.content(file);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      open();
      assertThat(List.of("a", "bb", "ccc", "dddddddddd...x")).containsAll(texts());
    }
  }
}
