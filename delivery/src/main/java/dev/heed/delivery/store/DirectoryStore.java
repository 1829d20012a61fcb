package dev.heed.delivery.store;

import dev.heed.time.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in a directory: what is accepted outlives the process, however that ends.
 *
 * <pre>
 * directory  = lock  owner  format  {state}  {batch}  {spare}  [quarantine/]  [dead-letter.ndjson]
 * lock       = nothing: it is locked while a queue has the directory; nobody else opens it
 * owner      = number of the process that has the directory, LF
 * format     = "heed-store 1" LF
 * state      = "heed-state 1 " number " " last-id " " length " " checksum LF {byte}:length {byte}
 *              in three files, state.1 to state.3; the largest number with its checksum counts
 *
 * batch      = id ".open"                                      it grows
 *            | id "." events "." bytes "." oldest ".batch"     closed; nothing is settled
 *            | id "." events "." bytes "." oldest ".part"      closed; some events may be settled
 *            | id "." events "." bytes "." oldest ".copy"      instead of a damaged one, once that
 *                                                              is gone
 *
 * spare      = "spare." number                              emptied, for another batch
 *
 * content of a batch, numbers big-endian:
 * segment    = header {record}
 * header     = "HEEDSEG" LF  version:4  id:8  oldest:8  checksum:4        32 bytes
 * record     = mark:1  checksum:4  place:4  length:4  {byte}:length       13 bytes and the event
 * mark       = "." waiting | "x" settled
 * oldest     = when the first event was accepted, in milliseconds since 1970
 * </pre>
 *
 * <p>Checksums are CRC-32C: in a header over what is before it, in a record over what follows it up
 * to the end, combined by exclusive or with both halves of the id of the batch, and in a state, in
 * hex, over what is before it and the bytes. The mark is in none, since it changes.
 *
 * <p><b>A killed process.</b> An event is written before it is accepted, in one write at the end of
 * the open file; the next store finds the longest row of whole records there. A batch is closed by
 * giving its file another name, which is one step. It is settled by removing its file, or by giving
 * it the name of a spare one, which the next start removes; a part of it by first renaming the file
 * to {@code .part} and then overwriting the marks, each of which is one byte and so is there or
 * not. None of it needs room on a full disk. A state is written over the one before the last.
 *
 * <p><b>A power failure.</b> As {@link Sync} says. What it leaves of a batch is found by the
 * checksums; as the name says how many events there were, each of those that are gone is reported.
 * Removals are not forced one by one: what was delivered in the last moments may be sent once more.
 * A file is used for another batch when the disk is known to have let go of the first one.
 *
 * <p><b>Damage.</b> Where a record is not intact the next one that is goes on. What cannot be read
 * is reported as lost, all else is delivered, and the file is put into {@code quarantine}, 100
 * files at most.
 *
 * <p><b>A failed force</b> may leave a file that the system takes for written although it is not.
 * It is not used again: its events are written to another file, which takes its place.
 *
 * <p><b>Memory.</b> Some 150 bytes for a batch that waits, and no event but those of the batches
 * that are written and read at the moment. Starting reads names, and no batch that is closed and
 * whole.
 *
 * <p>Files are for their owner alone where the file system can do that. The directory must be on a
 * file system of this machine, since locks on others hold little.
 */
public final class DirectoryStore implements BatchStore {

  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

  private final Folder folder;
  private final Sync sync;
  private final TimeSource time;
  private @Nullable Closeable lock;
  private volatile @Nullable Works works;
  private volatile StoreSize lastSize = StoreSize.of(0, 0, 0);
  private boolean closed;

  private DirectoryStore(Builder builder) {
    folder = new Folder(builder.directory.toAbsolutePath(), builder.files);
    sync = builder.sync;
    time = builder.time;
  }

  /** What an open store is made of. */
  private record Works(
      SegmentIndex index,
      Appender appender,
      ClosedSegments segments,
      Unforced unforced,
      Spares spares,
      StateFile state,
      Ticker ticker) {}

  /**
   * A builder of a store.
   *
   * @param directory where it is, or is to be; for this store alone
   */
  public static Builder builder(Path directory) {
    return new Builder(directory);
  }

  /**
   * Where a queue that was given a directory keeps the events that were given up, unless it was
   * told otherwise.
   *
   * @param directory of the store
   */
  public static Path deadLetterFile(Path directory) {
    return directory.resolve(Folder.DEAD_LETTER);
  }

  @Override
  public synchronized Recovery open() throws IOException {
    if (closed || works != null) {
      throw new IOException("this store has been opened before; each queue needs one of its own");
    }
    folder.files().createDirectory(folder.path());
    Closeable held = folder.files().lock(folder.file(Folder.LOCK));
    boolean opened = false;
    try {
      FormatFile.check(folder);
      Recoverer recoverer = new Recoverer(folder, time.now());
      Recovery recovery = recoverer.recover();
      works = works(recoverer);
      tellOwner();
      lock = held;
      opened = true;
      return recovery;
    } finally {
      if (!opened) {
        held.close();
      }
    }
  }

  private Works works(Recoverer recoverer) throws IOException {
    SegmentIndex index = recoverer.index();
    Spares spares = new Spares(folder, time.executor());
    ClosedSegments segments = new ClosedSegments(folder, index, spares);
    Unforced unforced = new Unforced(folder, index, segments);
    Appender appender = new Appender(folder, index, unforced, spares, sync.kind());
    StateFile state = new StateFile(folder);
    long saved = state.load().map(StateFile.Saved::lastId).orElse(0L);
    appender.startAfter(Math.max(saved, recoverer.last()));
    Ticker ticker = new Ticker(time, sync.interval().orElse(null), this::forceInBackground);
    return new Works(index, appender, segments, unforced, spares, state, ticker);
  }

  /** For people who look into the directory, and for {@link StoreView}. */
  private void tellOwner() {
    folder.writeQuietly(Folder.OWNER, ProcessHandle.current().pid() + "\n");
  }

  @Override
  public boolean isDurable() {
    return true;
  }

  @Override
  public EventId append(byte[] event, Instant at) throws IOException {
    Works open = opened();
    EventId id = open.appender().append(event, at);
    open.ticker().start();
    return id;
  }

  @Override
  public void force(EventId event) throws IOException {
    opened().appender().force(event);
  }

  @Override
  public Optional<BatchInfo> closeBatch() throws IOException {
    return opened().appender().close();
  }

  @Override
  public StoreSize size() {
    Works open = works;
    return open == null ? lastSize : open.index().size();
  }

  @Override
  public List<BatchInfo> list(int max) throws IOException {
    return opened().index().oldest(max);
  }

  @Override
  public StoredBatch load(long batch) throws IOException {
    return opened().segments().load(batch);
  }

  @Override
  public void settle(long batch, BitSet places) throws IOException {
    Works open = opened();
    open.segments().settle(batch, places, open.unforced()::release);
    open.ticker().start();
  }

  @Override
  public Optional<byte[]> loadState() throws IOException {
    return opened().state().load().map(StateFile.Saved::state);
  }

  @Override
  public void saveState(byte[] state) throws IOException {
    Works open = opened();
    open.state().save(state, open.appender().lastId(), sync.kind() != Sync.Kind.INTERVAL);
    open.ticker().start();
  }

  private Works opened() throws IOException {
    Works open = works;
    if (open == null) {
      throw new IOException("the store in " + folder.path() + " is " + life());
    }
    return open;
  }

  private synchronized String life() {
    return closed ? "closed" : "not open";
  }

  private synchronized void forceInBackground() {
    Works open = works;
    if (open != null && !isForced(open)) {
      open.ticker().start();
    }
  }

  /** False when some of it has to be tried again. */
  private boolean isForced(Works open) {
    boolean forced = true;
    try {
      open.appender().forceInBackground();
    } catch (IOException e) {
      open.unforced().failed(e);
      forced = false;
    }
    open.unforced().forceAll();
    try {
      open.state().force();
      open.spares().forceNames();
    } catch (IOException e) {
      open.unforced().failed(e);
      forced = false;
    }
    return forced && open.unforced().size() == 0;
  }

  @Override
  public synchronized void close() throws IOException {
    Works open = works;
    closed = true;
    if (open == null) {
      return;
    }
    open.ticker().stop();
    lastSize = open.index().size();
    works = null;
    Closeable held = lock;
    lock = null;
    try {
      end(open);
    } finally {
      open.state().close();
      open.spares().close();
      folder.deleteQuietly(Folder.OWNER);
      if (held != null) {
        held.close();
      }
    }
  }

  private void end(Works open) throws IOException {
    try {
      var unused = open.appender().close();
    } finally {
      open.appender().end();
    }
    open.unforced().forceAll();
    open.state().force();
    folder.files().forceDirectory(folder.path());
    open.unforced().tell();
  }

  @Override
  public String toString() {
    return "store in " + folder.path() + ", forced " + sync;
  }

  /** Collects how a store works. Not for several threads. */
  public static final class Builder {

    private final Path directory;
    private Sync sync = Sync.every(DEFAULT_INTERVAL);
    private TimeSource time = TimeSource.system();
    private StoreFiles files = StoreFiles.system();

    private Builder(Path directory) {
      this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** When events are forced to the disk; every second by default. */
    public Builder sync(Sync sync) {
      this.sync = Objects.requireNonNull(sync, "sync");
      return this;
    }

    /** Where time comes from; the system's by default. For tests. */
    public Builder time(TimeSource time) {
      this.time = Objects.requireNonNull(time, "time");
      return this;
    }

    /** How files are reached; those of the machine by default. For tests and proofs. */
    public Builder files(StoreFiles files) {
      this.files = Objects.requireNonNull(files, "files");
      return this;
    }

    /** The store, which is not open. It touches the directory when it is opened. */
    public DirectoryStore build() {
      return new DirectoryStore(this);
    }
  }
}
