package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a queue relies on, for every store: extend this class. {@link #newStore} gives a store that
 * holds nothing and is not open; {@link #reopened}, for durable ones, another object for the same
 * place.
 */
@Tag("D4")
public abstract class BatchStoreContract {

  /** When the events of these tests are accepted. */
  protected static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private BatchStore store;

  /** A store that holds nothing and is not open, in a place of its own. */
  protected abstract BatchStore newStore() throws Exception;

  /**
   * Another store in the same place, not open. Not called where stores are not durable.
   *
   * @param closed the one before, which is closed or was abandoned as by a crash
   */
  protected BatchStore reopened(BatchStore closed) throws Exception {
    throw new UnsupportedOperationException("a durable store says how it is opened again");
  }

  @BeforeEach
  void openStore() throws Exception {
    store = newStore();
    assertThat(store.open().findings()).isEmpty();
  }

  @AfterEach
  void closeStore() throws Exception {
    store.close();
  }

  @Test
  void aNewStoreHoldsNothing() throws Exception {
    assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
    assertThat(store.list(10)).isEmpty();
    assertThat(store.loadState()).isEmpty();
    assertThat(store.closeBatch()).isEmpty();
  }

  @Test
  void eventsGetTheirPlacesInTheOpenBatch() throws Exception {
    EventId first = append("{\"n\":1}");
    EventId second = append("{\"n\":2}");
    assertThat(second).isEqualTo(EventId.of(first.batch(), 1));
    assertThat(first.place()).isZero();
  }

  @Test
  void theOpenBatchIsCountedButNotListed() throws Exception {
    append("12345");
    append("123");
    assertThat(store.size()).isEqualTo(StoreSize.of(2, 8, 1));
    assertThat(store.list(10)).isEmpty();
  }

  @Test
  void aClosedBatchSaysWhatIsInIt() throws Exception {
    long id = append("12345").batch();
    store.append(bytes("123"), NOON.plusSeconds(5));
    BatchInfo info = store.closeBatch().orElseThrow();
    assertThat(info).isEqualTo(BatchInfo.of(id, 2, 8, NOON));
    assertThat(store.list(10)).containsExactly(info);
    assertThat(store.size()).isEqualTo(StoreSize.of(2, 8, 1));
  }

  @Test
  void closingTwiceMakesOneBatch() throws Exception {
    batch("a");
    assertThat(store.closeBatch()).isEmpty();
    assertThat(store.list(10)).hasSize(1);
  }

  @Test
  void batchesAreListedInTheOrderOfTheirIdsUpToTheNumberAskedFor() throws Exception {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      ids.add(batch("event " + i));
    }
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(store.list(100)).extracting(BatchInfo::id).isEqualTo(ids);
    assertThat(store.list(3)).extracting(BatchInfo::id).isEqualTo(ids.subList(0, 3));
    assertThat(store.list(0)).isEmpty();
  }

  @Test
  void aBatchComesBackByteForByteAndInOrder() throws Exception {
    byte[] every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    store.append(bytes("first"), NOON);
    store.append(every, NOON);
    long id = batch("zürich 日本 \uD83D\uDE00\n\r\n\0,");
    StoredBatch loaded = store.load(id);
    assertThat(loaded.id()).isEqualTo(id);
    assertThat(loaded.unreadable().isEmpty()).isTrue();
    assertThat(loaded.events())
        .extracting(StoredEvent::bytes)
        .containsExactly(bytes("first"), every, bytes("zürich 日本 \uD83D\uDE00\n\r\n\0,"));
    assertThat(loaded.events())
        .extracting(StoredEvent::id)
        .containsExactly(EventId.of(id, 0), EventId.of(id, 1), EventId.of(id, 2));
  }

  @Test
  void aLargeEventComesBackToo() throws Exception {
    byte[] large = new byte[3 << 20];
    new Random(7).nextBytes(large);
    EventId event = store.append(large, NOON);
    store.closeBatch();
    assertThat(store.load(event.batch()).events().get(0).bytes()).isEqualTo(large);
  }

  @Test
  void theCallerMayChangeItsArrayAfterwards() throws Exception {
    byte[] event = bytes("as it was");
    EventId id = store.append(event, NOON);
    Arrays.fill(event, (byte) 'x');
    store.closeBatch();
    assertThat(texts(id.batch())).containsExactly("as it was");
  }

  @Test
  void loadingChangesNothing() throws Exception {
    long id = batch("a", "b");
    assertThat(texts(id)).isEqualTo(texts(id)).containsExactly("a", "b");
    assertThat(store.size()).isEqualTo(StoreSize.of(2, 2, 1));
  }

  @Test
  void aBatchThatIsNotThereHasNoEvents() throws Exception {
    assertThat(store.load(4711).events()).isEmpty();
    store.settle(4711, places(0));
    assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
  }

  @Test
  void settledEventsAreGoneAndTheOthersKeepTheirPlaces() throws Exception {
    long id = batch("a", "bb", "ccc", "dddd");
    store.settle(id, places(0, 2));
    assertThat(store.load(id).events())
        .extracting(StoredEvent::id)
        .containsExactly(EventId.of(id, 1), EventId.of(id, 3));
    assertThat(texts(id)).containsExactly("bb", "dddd");
    assertThat(store.list(10)).containsExactly(BatchInfo.of(id, 2, 6, NOON));
    assertThat(store.size()).isEqualTo(StoreSize.of(2, 6, 1));
  }

  @Test
  void aBatchGoesWithItsLastEvent() throws Exception {
    long first = batch("a", "b");
    long second = batch("c");
    store.settle(first, places(1));
    store.settle(first, places(0));
    assertThat(store.list(10)).extracting(BatchInfo::id).containsExactly(second);
    assertThat(store.load(first).events()).isEmpty();
    assertThat(store.size()).isEqualTo(StoreSize.of(1, 1, 1));
  }

  @Test
  void batchesAreSettledInAnyOrder() throws Exception {
    long first = batch("a");
    long second = batch("b");
    long third = batch("c");
    store.settle(second, places(0));
    assertThat(store.list(10)).extracting(BatchInfo::id).containsExactly(first, third);
    store.settle(third, places(0));
    store.settle(first, places(0));
    assertThat(store.list(10)).isEmpty();
    assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
  }

  @Test
  void settlingTwiceOrTooMuchChangesNothing() throws Exception {
    long id = batch("a", "b", "c");
    store.settle(id, places(1));
    store.settle(id, places(1, 77));
    assertThat(texts(id)).containsExactly("a", "c");
    assertThat(store.size()).isEqualTo(StoreSize.of(2, 2, 1));
  }

  @Test
  void theSettledPlacesBelongToTheCaller() throws Exception {
    long id = batch("a", "b");
    BitSet places = places(0);
    store.settle(id, places);
    places.set(1);
    assertThat(texts(id)).containsExactly("b");
    assertThat(places).isEqualTo(places(0, 1));
  }

  @Test
  void idsAreNotGivenTwice() throws Exception {
    long first = batch("a");
    store.settle(first, places(0));
    long second = batch("b");
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void theOpenBatchGrowsWhileOthersAreReadAndSettled() throws Exception {
    long id = batch("a");
    append("b");
    assertThat(texts(id)).containsExactly("a");
    store.settle(id, places(0));
    append("c");
    long next = store.closeBatch().orElseThrow().id();
    assertThat(texts(next)).containsExactly("b", "c");
  }

  @Test
  void appendingGoesOnWhileAnotherThreadReadsAndSettles() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread consumer =
        new Thread(
            () -> {
              try {
                settleInOrder(400);
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    consumer.start();
    for (int i = 0; i < 400; i++) {
      EventId id = append("event " + i);
      store.force(id);
      if (i % 7 == 6) {
        store.closeBatch();
      }
    }
    store.closeBatch();
    consumer.join();
    assertThat(failure.get()).isNull();
    assertThat(store.size()).isEqualTo(StoreSize.of(0, 0, 0));
  }

  private void settleInOrder(int count) throws IOException {
    int seen = 0;
    while (seen < count) {
      for (BatchInfo info : store.list(2)) {
        StoredBatch batch = store.load(info.id());
        for (StoredEvent event : batch.events()) {
          assertThat(event.text()).isEqualTo("event " + seen++);
        }
        BitSet all = new BitSet();
        all.set(0, info.events());
        store.settle(info.id(), all);
      }
    }
  }

  @Test
  @Tag("D3")
  void theStateIsTheOneSavedLast() throws Exception {
    store.saveState(bytes("{\"one\":1}"));
    byte[] second = bytes("{\"two\":\"a much longer state than the first one was\"}");
    store.saveState(second);
    Arrays.fill(second, (byte) 'x');
    assertThat(store.loadState().map(BatchStoreContract::text))
        .contains("{\"two\":\"a much longer state than the first one was\"}");
    store.saveState(bytes("3"));
    assertThat(store.loadState().map(BatchStoreContract::text)).contains("3");
  }

  @Test
  void anInterruptedThreadDoesNotBreakTheStore() throws Exception {
    long id = batch("a");
    Thread.currentThread().interrupt();
    EventId event = append("b");
    store.force(event);
    store.closeBatch();
    store.saveState(bytes("state"));
    store.settle(id, places(0));
    assertThat(store.load(event.batch()).events()).hasSize(1);
    assertThat(Thread.interrupted()).isTrue();
    append("c");
    long last = store.closeBatch().orElseThrow().id();
    assertThat(texts(last)).containsExactly("c");
    assertThat(store.list(10)).hasSize(2);
  }

  @Test
  void aClosedStoreRefusesEverythingButItsSize() throws Exception {
    append("a");
    store.close();
    store.close();
    assertThat(store.size()).isEqualTo(StoreSize.of(1, 1, 1));
    assertThatThrownBy(() -> append("b")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.closeBatch()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.list(1)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.load(1)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.settle(1, places(0))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.loadState()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.saveState(bytes("s")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aStoreBelongsToOneQueue() {
    assertThatThrownBy(() -> store.open()).isInstanceOf(IOException.class);
  }

  @Test
  void aDurableStoreKeepsEverythingBeyondItsClosing() throws Exception {
    Assumptions.assumeTrue(store.isDurable());
    long first = batch("a", "b", "c");
    long second = batch("d");
    store.settle(first, places(1));
    store.saveState(bytes("state"));
    reopen();
    assertThat(store.list(10))
        .containsExactly(BatchInfo.of(first, 2, 2, NOON), BatchInfo.of(second, 1, 1, NOON));
    assertThat(store.load(first).events())
        .extracting(StoredEvent::id)
        .containsExactly(EventId.of(first, 0), EventId.of(first, 2));
    assertThat(store.loadState().map(BatchStoreContract::text)).contains("state");
    assertThat(store.size()).isEqualTo(StoreSize.of(3, 3, 2));
  }

  @Test
  void anOpenBatchIsAClosedOneAfterReopening() throws Exception {
    Assumptions.assumeTrue(store.isDurable());
    long id = append("a").batch();
    append("b");
    reopen();
    assertThat(store.list(10)).containsExactly(BatchInfo.of(id, 2, 2, NOON));
    assertThat(texts(id)).containsExactly("a", "b");
    assertThat(append("c").batch()).isGreaterThan(id);
  }

  @Test
  void whatIsSettledStaysSettledAfterReopening() throws Exception {
    Assumptions.assumeTrue(store.isDurable());
    long first = batch("a");
    long second = batch("b", "c");
    store.settle(first, places(0));
    store.settle(second, places(0));
    reopen();
    reopen();
    assertThat(store.list(10)).extracting(BatchInfo::id).containsExactly(second);
    assertThat(texts(second)).containsExactly("c");
    assertThat(batch("d")).isGreaterThan(second);
  }

  /** Closes the store and opens the next one, which finds nothing that is not as it should be. */
  protected final void reopen() throws Exception {
    store.close();
    store = reopened(store);
    assertThat(store.open().findings()).isEmpty();
  }

  /** The open store. */
  protected final BatchStore store() {
    return store;
  }

  /** Appends an event at noon. */
  protected final EventId append(String event) throws IOException {
    return store.append(bytes(event), NOON);
  }

  /** Appends events, and closes their batch. */
  protected final long batch(String... events) throws IOException {
    for (String event : events) {
      append(event);
    }
    return store.closeBatch().orElseThrow().id();
  }

  /** The events of a batch that are not settled. */
  protected final List<String> texts(long batch) throws IOException {
    return store.load(batch).events().stream().map(StoredEvent::text).toList();
  }

  /** A set of places. */
  protected static BitSet places(int... places) {
    BitSet set = new BitSet();
    for (int place : places) {
      set.set(place);
    }
    return set;
  }

  /** The bytes of a text. */
  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
