package dev.heed.delivery;

import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.BatchStoreContract;

/** What the tests of the queue rely on keeps the contract too. */
class DiskTest extends BatchStoreContract {

  private Disk disk;

  @Override
  protected BatchStore newStore() {
    disk = new Disk();
    return disk.store();
  }

  @Override
  protected BatchStore reopened(BatchStore closed) {
    return disk.store();
  }
}
