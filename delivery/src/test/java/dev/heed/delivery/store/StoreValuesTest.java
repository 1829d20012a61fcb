package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreValuesTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void idsSortInTheOrderOfAcceptance() {
    assertThat(EventId.of(9, 10)).isLessThan(EventId.of(10, 2)).isGreaterThan(EventId.of(9, 9));
    assertThat(EventId.of(9, 1)).hasToString("9.1").hasSameHashCodeAs(EventId.of(9, 1));
  }

  @Test
  void idsAreNotNegative() {
    assertThatThrownBy(() -> EventId.of(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("neither may be negative: batch -1, 0");
  }

  @Test
  void anEventDoesNotPrintItsContent() {
    byte[] secret = "{\"password\":1}".getBytes(StandardCharsets.UTF_8);
    assertThat(StoredEvent.of(EventId.of(3, 0), secret)).hasToString("event 3.0 (14 bytes)");
  }

  @Test
  void aDamagedBatchSaysHowMuchIsLost() {
    BitSet lost = new BitSet();
    lost.set(1);
    StoredBatch batch = StoredBatch.damaged(4, List.of(), lost);
    lost.set(2);
    assertThat(batch).hasToString("batch 4 (0 events, 1 unreadable)");
    assertThat(batch.unreadable().cardinality()).isEqualTo(1);
  }

  @Test
  void batchesAndSizesReadWell() {
    assertThat(BatchInfo.of(7, 2, 30, NOON))
        .hasToString("batch 7 (2 events, 30 bytes, since 2026-03-01T12:00:00Z)");
    assertThat(StoreSize.of(2, 30, 1)).hasToString("2 events, 30 bytes, 1 batches");
    assertThat(Recovery.clean()).hasToString("nothing to repair");
    assertThat(Recovery.of(List.of("batch 2 is gone"), 5)).hasToString("5 lost; [batch 2 is gone]");
  }
}
