package dev.heed.verify.crash;

import dev.heed.delivery.store.StoreFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The files of the machine, with trouble, and with points at which the process may be stopped: what
 * is done by halves there has really been done by halves.
 */
final class ProvingFiles implements StoreFiles {

  private static final String OPEN = ".open";

  /** The state is written to one of some files in turn. */
  private static final String STATE = "state.";

  /** What a file is called by that has been removed, and is kept for another batch. */
  private static final String SPARE = "spare.";

  private final StoreFiles files = StoreFiles.system();
  private final Halting halting;
  private final Trouble trouble;

  ProvingFiles(Halting halting, Trouble trouble) {
    this.halting = halting;
    this.trouble = trouble;
  }

  /** Before each change of a directory that is put in order. */
  private void changes() {
    if (halting.isOpening()) {
      halting.at(Point.IN_RECOVERY);
    }
  }

  private void fails(Trouble.Kind kind) throws IOException {
    if (trouble.strikes(kind)) {
      throw trouble.failure(kind);
    }
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    files.createDirectory(directory);
  }

  @Override
  public void list(Path directory, Consumer<String> name) throws IOException {
    files.list(directory, name);
  }

  @Override
  public Handle create(Path file) throws IOException {
    changes();
    fails(Trouble.Kind.FULL);
    Handle handle = new Proving(file, files.create(file));
    if (file.toString().endsWith(OPEN)) {
      halting.at(Point.NEW_BATCH);
    }
    return handle;
  }

  @Override
  public Handle open(Path file) throws IOException {
    return new Proving(file, files.open(file));
  }

  @Override
  public byte[] read(Path file) throws IOException {
    return files.read(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    changes();
    if (String.valueOf(to.getFileName()).startsWith(SPARE)) {
      fails(Trouble.Kind.DELETE);
    }
    files.rename(from, to);
    changes();
  }

  @Override
  public void delete(Path file) throws IOException {
    changes();
    fails(Trouble.Kind.DELETE);
    files.delete(file);
    changes();
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    fails(Trouble.Kind.FSYNC);
    files.forceDirectory(directory);
  }

  @Override
  public Closeable lock(Path file) throws IOException {
    return files.lock(file);
  }

  /** An open file. */
  private final class Proving implements Handle {

    private final Path file;
    private final Handle handle;

    Proving(Path file, Handle handle) {
      this.file = file;
      this.handle = handle;
    }

    @Override
    public void write(long position, byte[] bytes, int from, int length) throws IOException {
      changes();
      fails(Trouble.Kind.FULL);
      if (trouble.strikes(Trouble.Kind.SHORT)) {
        handle.write(position, bytes, from, length / 2);
        throw trouble.failure(Trouble.Kind.SHORT);
      }
      if (file.toString().endsWith(OPEN)) {
        torn(Point.TORN_APPEND, position, bytes, from, length);
      }
      boolean state = String.valueOf(file.getFileName()).startsWith(STATE);
      if (state) {
        torn(Point.TORN_STATE, position, bytes, from, length);
      }
      handle.write(position, bytes, from, length);
      if (state) {
        halting.at(Point.STATE_SAVED);
      }
    }

    private void torn(Point point, long position, byte[] bytes, int from, int length)
        throws IOException {
      if (halting.isNext(point)) {
        handle.write(position, bytes, from, length / 2);
      }
      halting.at(point);
    }

    @Override
    public void truncate(long length) throws IOException {
      changes();
      handle.truncate(length);
    }

    @Override
    public void force() throws IOException {
      fails(Trouble.Kind.FSYNC);
      handle.force();
    }

    @Override
    public void close() throws IOException {
      handle.close();
    }
  }
}
