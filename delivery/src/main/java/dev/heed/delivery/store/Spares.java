package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Files of batches that have left, emptied, for batches to come. A busy queue makes and removes
 * hundreds of files a second, and a file system may be slow to make one while many have just been
 * removed: ext4 looks at each of those first.
 *
 * <p>A file is used again when the disk is known to have its name as a spare one: else a failure of
 * the power could show a part of the new batch under the name of the old one.
 *
 * <p>Safe for use by several threads.
 */
final class Spares {

  /** What the names of such files start with; whoever opens a store removes them. */
  static final String PREFIX = "spare.";

  private static final int MOST = 512;

  /** So many wait for their names to be forced before that is done for their sake. */
  private static final int MANY = 128;

  private final Folder folder;
  private final Executor background;
  private final Deque<Long> numbers = new ArrayDeque<>();
  private long kept;
  private long usable;
  private boolean asked;
  private boolean closed;

  Spares(Folder folder, Executor background) {
    this.folder = folder;
    this.background = background;
  }

  private Path file(long number) {
    return folder.file(PREFIX + number);
  }

  /**
   * An empty file for a batch.
   *
   * @throws FileAlreadyExistsException when there is one of this name
   */
  StoreFiles.Handle create(SegmentName name) throws IOException {
    Long spare = take();
    if (spare == null) {
      askForNames();
      return folder.files().create(folder.file(name));
    }
    boolean done = false;
    try {
      checkFree(name);
      folder.files().rename(file(spare), folder.file(name));
      done = true;
    } finally {
      if (!done) {
        folder.deleteQuietly(PREFIX + spare);
      }
    }
    return folder.files().open(folder.file(name));
  }

  private synchronized @Nullable Long take() {
    Long first = numbers.peek();
    return first == null || first > usable ? null : numbers.poll();
  }

  private void askForNames() {
    synchronized (this) {
      if (asked || numbers.size() < MANY) {
        return;
      }
      asked = true;
    }
    background.execute(
        () -> {
          try {
            forceNames();
          } catch (IOException e) {
            // Until it works, files are made and removed. Who answers for the events forces again.
            return;
          } finally {
            answered();
          }
        });
  }

  private synchronized void answered() {
    asked = false;
  }

  /** A new name takes the place of a file that has it, without a word. */
  private void checkFree(SegmentName name) throws IOException {
    try {
      folder.files().open(folder.file(name)).close();
    } catch (NoSuchFileException e) {
      // As it should be.
      return;
    }
    throw new FileAlreadyExistsException(folder.file(name).toString());
  }

  /** Removes the file of a batch that has left, in one step, and keeps it if that is possible. */
  void keep(SegmentName name) throws IOException {
    long spare = nextNumber();
    if (spare == 0 || !isRenamed(name, spare)) {
      folder.delete(name.text());
    } else {
      empty(spare);
    }
  }

  /** Zero when there are enough. */
  private synchronized long nextNumber() {
    return closed || numbers.size() >= MOST ? 0 : ++kept;
  }

  private boolean isRenamed(SegmentName name, long spare) {
    try {
      folder.files().rename(folder.file(name), file(spare));
      return true;
    } catch (IOException e) {
      // There may be no room for the name: without it, a file can be removed all the same.
      return false;
    }
  }

  /** The batch is gone by now; what fails here costs a spare file. */
  private void empty(long spare) {
    boolean done = false;
    try (StoreFiles.Handle handle = folder.files().open(file(spare))) {
      handle.truncate(0);
      done = true;
    } catch (IOException e) {
      done = false;
    }
    if (!done || !isAdded(spare)) {
      folder.deleteQuietly(PREFIX + spare);
    }
  }

  private synchronized boolean isAdded(long spare) {
    return !closed && numbers.add(spare);
  }

  /** Makes all names in the directory durable, and so the files that are spare by now usable. */
  void forceNames() throws IOException {
    long spare = last();
    folder.files().forceDirectory(folder.path());
    forced(spare);
  }

  private synchronized long last() {
    Long last = numbers.peekLast();
    return last == null ? 0 : last;
  }

  private synchronized void forced(long spare) {
    usable = Math.max(usable, spare);
  }

  /** Removes them all; none is kept from now on. */
  void close() {
    List<Long> last;
    synchronized (this) {
      closed = true;
      last = List.copyOf(numbers);
      numbers.clear();
    }
    last.forEach(spare -> folder.deleteQuietly(PREFIX + spare));
  }
}
