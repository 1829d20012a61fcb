package dev.heed.delivery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends BatchStoreContract {

  @Override
  protected BatchStore newStore() {
    return BatchStore.inMemory();
  }

  @Test
  void memoryIsNotDurable() {
    assertThat(store().isDurable()).isFalse();
  }

  @Test
  void aSecondQueueIsToldToHaveItsOwn() {
    assertThatThrownBy(() -> store().open())
        .isInstanceOf(IOException.class)
        .hasMessage("a store in memory can be opened once; each queue needs its own");
  }

  @Test
  void beforeItIsOpenItHasNothing() {
    assertThatThrownBy(() -> newStore().list(1))
        .isInstanceOf(IOException.class)
        .hasMessage("the store is not open");
  }
}
