package dev.heed.delivery.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process ends at any operation on a file, and any byte of it. */
@Tag("D4")
class CrashTest {

  private static final int CALLS = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  @Tag("statement-55")
  void aKillAtAnyByteLosesNothingThatWasAcceptedAndInventsNothing(long seed) throws IOException {
    Sync sync = modes().get((int) (seed % 3));
    List<Integer> operations = operations(seed, sync);
    for (int operation = 0; operation < operations.size(); operation++) {
      for (int bytes = 0; bytes <= operations.get(operation); bytes++) {
        FakeFiles files = new FakeFiles().killAt(operation, bytes);
        StoreHistory history = killed(seed, sync, files);
        history.checkAfterKill(files.afterKill());
      }
    }
  }

  private static List<Sync> modes() {
    return List.of(Sync.eachEvent(), Sync.eachBatch(), Sync.every(Duration.ofSeconds(1)));
  }

  private static List<Integer> operations(long seed, Sync sync) throws IOException {
    FakeFiles files = new FakeFiles();
    StoreHistory history = new StoreHistory(seed, sync);
    BatchStore store = history.open(files);
    history.run(CALLS);
    store.close();
    return files.operations();
  }

  private static StoreHistory killed(long seed, Sync sync, FakeFiles files) throws IOException {
    StoreHistory history = new StoreHistory(seed, sync);
    try {
      BatchStore store = history.open(files);
      history.run(CALLS);
      store.close();
    } catch (FakeFiles.Killed | IOException e) {
      // It ended as it had to, or with a failure of its last force.
      return history;
    }
    return history;
  }

  /** The next process may be killed while it puts the directory in order, and so may the third. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16})
  void aKillWhileStartingLosesNothingEither(long seed) throws IOException {
    Random random = new Random(seed);
    Sync sync = modes().get((int) (seed % 3));
    int operations = operations(seed, sync).size();
    for (int round = 0; round < 300; round++) {
      FakeFiles files = new FakeFiles().killAt(random.nextInt(operations), random.nextInt(20));
      StoreHistory history = killed(seed, sync, files);
      for (int start = 0; start < 3; start++) {
        files = files.afterKill().killAt(random.nextInt(12), random.nextInt(10));
        start(history, files);
      }
      history.checkAfterKill(files.afterKill());
    }
  }

  private static void start(StoreHistory history, FakeFiles files) throws IOException {
    try {
      history.open(files).close();
    } catch (FakeFiles.Killed e) {
      return;
    }
  }

  @Test
  void whenEachEventIsForcedAPowerFailureLosesNothingThatWasAccepted() throws IOException {
    Random random = new Random(21);
    for (long seed = 0; seed < 1000; seed++) {
      FakeFiles files = new FakeFiles().killAt(random.nextInt(250), random.nextInt(60));
      StoreHistory history = killed(seed, Sync.eachEvent(), files);
      history.checkAfterPowerFailure(files.afterPowerFailure(random), true);
    }
  }

  @Test
  void aForceThatFailedIsNotBelievedLater() throws IOException {
    Random random = new Random(22);
    for (long seed = 0; seed < 1000; seed++) {
      FakeFiles files = new FakeFiles();
      files.failing(
          (op, name, length) -> op == FakeFiles.Op.FORCE && random.nextInt(4) == 0 ? 0 : -1);
      files.killAt(random.nextInt(300), random.nextInt(60));
      StoreHistory history = killed(seed, Sync.eachEvent(), files);
      history.checkAfterPowerFailure(files.afterPowerFailure(random), true);
    }
  }

  @Test
  void inEveryModeAPowerFailureLeavesWholeEventsAndAStoreThatWorks() throws IOException {
    Random random = new Random(23);
    for (long seed = 0; seed < 1500; seed++) {
      FakeFiles files = new FakeFiles().killAt(random.nextInt(250), random.nextInt(60));
      StoreHistory history = killed(seed, modes().get((int) (seed % 3)), files);
      history.checkAfterPowerFailure(files.afterPowerFailure(random), false);
    }
  }

  @Test
  void whateverFailsLosesNothingThatWasAcceptedAndKeepsNothingThatWasNot() throws IOException {
    for (long seed = 0; seed < 600; seed++) {
      Random random = new Random(seed);
      FakeFiles files = new FakeFiles();
      StoreHistory history = new StoreHistory(seed, modes().get((int) (seed % 3)));
      BatchStore store = history.open(files);
      files.failing((op, name, length) -> random.nextInt(8) == 0 ? random.nextInt(40) : -1);
      history.run(60);
      files.failing(FakeFiles.NONE);
      if (seed % 2 == 0) {
        history.run(20);
        store.close();
      }
      history.checkAfterKill(files.afterKill());
    }
  }
}
