package dev.heed.delivery.store;

import java.nio.file.Path;

/** The store on disk, on files that the tests can cut and fail. */
class FakeDirectoryStoreTest extends BatchStoreContract {

  private static final Path PLACE = Path.of("/queue");
  private FakeFiles files;

  @Override
  protected BatchStore newStore() {
    files = new FakeFiles();
    return DirectoryStore.builder(PLACE).files(files).sync(Sync.eachEvent()).build();
  }

  @Override
  protected BatchStore reopened(BatchStore closed) {
    files = files.afterKill();
    return DirectoryStore.builder(PLACE).files(files).sync(Sync.eachBatch()).build();
  }
}
