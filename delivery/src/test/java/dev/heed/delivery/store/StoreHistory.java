package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Does what a queue does with a store, by chance, and keeps books of its own about what has to be
 * there afterwards.
 */
final class StoreHistory {

  static final Path PLACE = Path.of("/queue");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final Random random;
  private final Sync sync;
  private final VirtualTime time = new VirtualTime();

  /** What was accepted and is not settled, with what is known to be forced. */
  private final TreeMap<EventId, String> waiting = new TreeMap<>();

  private final Set<EventId> forced = new HashSet<>();

  /** What may be there, since a call did not come back or failed. */
  private final Map<EventId, String> possible = new TreeMap<>();

  private final Set<String> states = new HashSet<>();
  private String offered = "";
  private int number;
  private BatchStore store;

  StoreHistory(long seed, Sync sync) {
    this.random = new Random(seed);
    this.sync = sync;
    states.add("");
  }

  BatchStore open(FakeFiles files) throws IOException {
    store = DirectoryStore.builder(PLACE).files(files).sync(sync).time(time).build();
    var unused = store.open();
    return store;
  }

  /** Some calls, each of which may fail. */
  void run(int calls) {
    for (int call = 0; call < calls; call++) {
      try {
        step();
      } catch (IOException e) {
        // It did nothing that counts, and whoever calls goes on.
        offered = "";
      }
    }
  }

  private void step() throws IOException {
    int choice = random.nextInt(12);
    if (choice < 6) {
      append();
    } else if (choice < 8) {
      var unused = store.closeBatch();
    } else if (choice < 10) {
      settle();
    } else if (choice < 11) {
      saveState();
    } else {
      time.advance(Duration.ofSeconds(1));
    }
  }

  private void append() throws IOException {
    offered = "event " + number++ + "-".repeat(random.nextInt(30)) + "\n.";
    String event = offered;
    EventId id = store.append(event.getBytes(StandardCharsets.UTF_8), NOON);
    waiting.put(id, event);
    store.force(id);
    forced.add(id);
    offered = "";
  }

  private void settle() throws IOException {
    List<BatchInfo> batches = store.list(3);
    if (batches.isEmpty()) {
      return;
    }
    long id = batches.get(random.nextInt(batches.size())).id();
    StoredBatch batch = store.load(id);
    BitSet places = new BitSet();
    boolean all = random.nextBoolean();
    for (StoredEvent event : batch.events()) {
      if (all || random.nextBoolean()) {
        places.set(event.id().place());
      }
    }
    places.stream().forEach(place -> settling(EventId.of(id, place)));
    store.settle(id, places);
    places.stream().forEach(place -> possible.remove(EventId.of(id, place)));
  }

  /** From now on it may be there or not. */
  private void settling(EventId id) {
    String event = waiting.remove(id);
    if (event != null) {
      possible.put(id, event);
    }
  }

  private void saveState() throws IOException {
    String state = "{\"state\":" + number + "}";
    states.add(state);
    store.saveState(state.getBytes(StandardCharsets.UTF_8));
    states.clear();
    states.add(state);
  }

  /** All that was accepted and is not settled is there, and nothing that was never offered. */
  void checkAfterKill(FakeFiles files) throws IOException {
    NavigableMap<EventId, String> found = found(files);
    assertThat(found).containsAllEntriesOf(waiting);
    checkNothingElse(found);
  }

  /** As before, for what the sync mode promises. */
  void checkAfterPowerFailure(FakeFiles files, boolean all) throws IOException {
    NavigableMap<EventId, String> found = found(files);
    if (all) {
      waiting.keySet().retainAll(forced);
      assertThat(found).containsAllEntriesOf(waiting);
    }
    found.forEach((id, event) -> assertThat(event).startsWith("event ").endsWith("\n."));
  }

  private void checkNothingElse(Map<EventId, String> found) throws IOException {
    found.keySet().removeAll(waiting.keySet());
    found.entrySet().removeAll(possible.entrySet());
    found.values().remove(offered);
    assertThat(found).isEmpty();
    assertThat(store.loadState().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse(""))
        .isIn(states);
  }

  private NavigableMap<EventId, String> found(FakeFiles files) throws IOException {
    open(files);
    TreeMap<EventId, String> found = new TreeMap<>();
    long events = 0;
    long bytes = 0;
    for (BatchInfo info : store.list(Integer.MAX_VALUE)) {
      StoredBatch batch = store.load(info.id());
      assertThat(batch.events().size() + batch.unreadable().cardinality()).isEqualTo(info.events());
      events += info.events();
      bytes += info.bytes();
      batch.events().forEach(event -> found.put(event.id(), event.text()));
    }
    assertThat(store.size().events()).isEqualTo(events);
    assertThat(store.size().bytes()).isEqualTo(bytes);
    EventId next = store.append(new byte[] {'x'}, NOON);
    if (!found.isEmpty()) {
      assertThat(next).isGreaterThan(found.lastKey());
    }
    return found;
  }
}
