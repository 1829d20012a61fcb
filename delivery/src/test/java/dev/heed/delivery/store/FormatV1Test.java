package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that format 1 has left, as a process that was killed leaves them. Every later version has
 * to read them. {@code -Dstore.update=true} writes them anew: for this version only, and never once
 * there is a later format.
 */
@Tag("D4")
class FormatV1Test {

  private static final Path KEPT = Path.of("src/test/resources/dev/heed/delivery/store/v1");
  private static final Path PLACE = Path.of("/queue");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path directory;

  /** What format 1 is: these events, in this order, one settled, half of one written. */
  private static Map<String, byte[]> written() throws IOException {
    FakeFiles files = new FakeFiles();
    BatchStore store = DirectoryStore.builder(PLACE).files(files).build();
    var unused = store.open();
    append(store, "{\"event\":\"one\"}");
    append(store, "{\"event\":\"zürich 日本\"}");
    append(store, "{\"event\":\"three\"}");
    store.closeBatch();
    append(store, "{\"event\":\"four\"}");
    append(store, "{\"event\":\"five\"}");
    store.closeBatch();
    BitSet first = new BitSet();
    first.set(0);
    store.settle(2, first);
    store.saveState("{\"version\":1}".getBytes(StandardCharsets.UTF_8));
    append(store, "{\"event\":\"six\"}");
    files.failing(
        (op, name, length) ->
            op == FakeFiles.Op.WRITE || op == FakeFiles.Op.TRUNCATE ? length / 2 : -1);
    try {
      append(store, "{\"event\":\"never accepted\"}");
    } catch (IOException e) {
      // Half of it is there.
      return kept(files);
    }
    throw new AssertionError("a write that fails is told");
  }

  private static void append(BatchStore store, String event) throws IOException {
    EventId unused = store.append(event.getBytes(StandardCharsets.UTF_8), NOON);
  }

  private static Map<String, byte[]> kept(FakeFiles files) {
    TreeMap<String, byte[]> kept = new TreeMap<>();
    for (Path path : files.paths()) {
      String name = path.getFileName().toString();
      if (!"owner".equals(name)) {
        kept.put(name, files.content(path));
      }
    }
    return kept;
  }

  @Test
  void thisVersionWritesWhatIsKept() throws IOException {
    Map<String, byte[]> written = written();
    if (Boolean.getBoolean("store.update")) {
      Files.createDirectories(KEPT);
      for (String name : written.keySet()) {
        Files.write(KEPT.resolve(name), written.get(name));
      }
    }
    try (Stream<Path> files = Files.list(KEPT)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(written.keySet());
    }
    for (String name : written.keySet()) {
      assertThat(Files.readAllBytes(KEPT.resolve(name))).as(name).isEqualTo(written.get(name));
    }
  }

  @Test
  void whatIsKeptCanBeRead() throws IOException {
    try (Stream<Path> files = Files.list(KEPT)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    BatchStore store = BatchStore.inDirectory(directory);
    assertThat(store.open().findings())
        .containsExactly(
            "the last 19 bytes of "
                + directory.resolve("000000000003.open")
                + " are no whole event and were left out");
    assertThat(texts(store, 1))
        .containsExactly(
            "{\"event\":\"one\"}", "{\"event\":\"zürich 日本\"}", "{\"event\":\"three\"}");
    assertThat(texts(store, 2)).containsExactly("{\"event\":\"five\"}");
    assertThat(texts(store, 3)).containsExactly("{\"event\":\"six\"}");
    assertThat(store.list(9)).extracting(BatchInfo::oldest).containsOnly(NOON);
    assertThat(store.loadState()).hasValue("{\"version\":1}".getBytes(StandardCharsets.UTF_8));
    store.close();
  }

  private static List<String> texts(BatchStore store, long id) throws IOException {
    return store.load(id).events().stream().map(StoredEvent::text).toList();
  }
}
