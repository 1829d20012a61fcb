package dev.heed.delivery.store;

import dev.heed.delivery.store.SegmentIndex.Segment;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the open batch, and forces it as the sync mode says.
 *
 * <p>Two locks. {@code this} guards the batch, and is held while an event is written; where each
 * event is forced, another one is held meanwhile, so that those who wait for it find their event
 * forced with that of the first: one write to the disk for all. A batch is closed under both. The
 * second is always taken first.
 */
final class Appender {

  /** More batches than these do not wait for the next interval: whoever closes one forces it. */
  private static final int MOST_UNFORCED = 1000;

  private static final byte[] NO_BUFFER = new byte[0];

  private final Object forcing = new Object();
  private final Folder folder;
  private final SegmentIndex index;
  private final Unforced unforced;
  private final Spares spares;
  private final Sync.Kind sync;
  private @Nullable OpenSegment open;
  private byte[] buffer = NO_BUFFER;
  private long lastId;

  /** The last event of which it is known that the disk has it. */
  private volatile EventId forced = EventId.of(0, 0);

  Appender(Folder folder, SegmentIndex index, Unforced unforced, Spares spares, Sync.Kind sync) {
    this.folder = folder;
    this.index = index;
    this.unforced = unforced;
    this.spares = spares;
    this.sync = sync;
  }

  /** Ids up to this one were given before. */
  synchronized void startAfter(long id) {
    lastId = id;
  }

  synchronized long lastId() {
    return lastId;
  }

  synchronized EventId append(byte[] event, Instant at) throws IOException {
    OpenSegment segment = open;
    if (segment == null) {
      segment = begin();
      open = segment;
    }
    int place = segment.events();
    segment.append(event, at);
    index.appended(event.length);
    return EventId.of(segment.id(), place);
  }

  /** Never writes over a file, whatever the books say. */
  private OpenSegment begin() throws IOException {
    for (; ; ) {
      try {
        OpenSegment segment = OpenSegment.create(folder, spares, lastId + 1, buffer);
        buffer = NO_BUFFER;
        lastId++;
        return segment;
      } catch (FileAlreadyExistsException e) {
        lastId++;
      }
    }
  }

  /** Comes back when the event is as durable as the mode says. */
  void force(EventId event) throws IOException {
    unforced.tell();
    if (sync != Sync.Kind.EACH_EVENT || isForced(event)) {
      return;
    }
    synchronized (forcing) {
      if (isForced(event)) {
        return;
      }
      if (!forceOpen(event.batch())) {
        unforced.force(event.batch());
      }
    }
  }

  private boolean isForced(EventId event) {
    return event.compareTo(forced) <= 0 && !unforced.contains(event.batch());
  }

  /** Forces the open batch. False when it is another one. */
  private boolean forceOpen(long batch) throws IOException {
    OpenSegment segment;
    StoreFiles.Handle handle;
    int events;
    synchronized (this) {
      segment = open;
      if (segment == null || segment.id() != batch) {
        return false;
      }
      handle = segment.forceable();
      events = segment.events();
    }
    if (!isForced(segment, handle)) {
      synchronized (this) {
        segment.writeAnew();
        events = segment.events();
      }
    } else if (forced.batch() != batch) {
      spares.forceNames();
    }
    forced = EventId.of(batch, events - 1);
    return true;
  }

  /** False when the file cannot be trusted any more. */
  private static boolean isForced(OpenSegment segment, StoreFiles.Handle handle) {
    if (segment.isSuspect()) {
      return false;
    }
    try {
      segment.force(handle);
      return true;
    } catch (IOException e) {
      // What follows tells more: whether it could be written elsewhere.
      return false;
    }
  }

  /** Forces the open batch for an interval, without holding up those who append to it. */
  void forceInBackground() throws IOException {
    long id = openId();
    if (id < 0) {
      return;
    }
    if (isSuspect(id)) {
      writeAnew(id);
      return;
    }
    unforced.enter(id);
    try {
      forceFile(id);
    } finally {
      unforced.leave(id);
    }
  }

  private void forceFile(long id) throws IOException {
    try (StoreFiles.Handle handle = folder.files().open(folder.file(SegmentName.open(id)))) {
      handle.force();
    } catch (NoSuchFileException e) {
      // It was closed meanwhile, and is forced with the other closed ones.
      return;
    } catch (IOException e) {
      writeAnew(id);
    }
  }

  private synchronized long openId() {
    OpenSegment segment = open;
    return segment == null || segment.events() == 0 ? -1 : segment.id();
  }

  private synchronized boolean isSuspect(long id) {
    OpenSegment segment = open;
    return segment != null && segment.id() == id && segment.isSuspect();
  }

  private synchronized void writeAnew(long id) throws IOException {
    OpenSegment segment = open;
    if (segment != null && segment.id() == id) {
      segment.suspect();
      segment.writeAnew();
    } else {
      unforced.add(id, true);
    }
  }

  /** Closes the batch. A disk that does not take it holds nothing up: it is told, and goes on. */
  Optional<BatchInfo> close() throws IOException {
    synchronized (forcing) {
      synchronized (this) {
        OpenSegment segment = open;
        return segment == null || segment.events() == 0
            ? Optional.empty()
            : Optional.of(close(segment));
      }
    }
  }

  private BatchInfo close(OpenSegment segment) throws IOException {
    EventId last = EventId.of(segment.id(), segment.events() - 1);
    boolean known = last.equals(forced);
    boolean onDisk = known || (forcesWhenClosing() && isOnDisk(segment));
    Segment closed = Segment.of(segment.close());
    open = null;
    buffer = segment.buffer();
    if (!onDisk || segment.isSuspect()) {
      unforced.add(segment.id(), segment.isSuspect());
    } else if (!known) {
      forceName(segment.id());
    }
    forced = onDisk ? last : forced;
    index.closed(closed);
    return closed.info();
  }

  private boolean forcesWhenClosing() {
    return sync != Sync.Kind.INTERVAL || unforced.size() >= MOST_UNFORCED;
  }

  private boolean isOnDisk(OpenSegment segment) {
    try {
      if (!isForced(segment, segment.forceable())) {
        segment.writeAnew();
      }
      return true;
    } catch (IOException e) {
      unforced.failed(e);
      return false;
    }
  }

  private void forceName(long id) {
    try {
      spares.forceNames();
    } catch (IOException e) {
      unforced.failed(e);
      unforced.add(id, true);
    }
  }

  /** The end: what is open is closed, or left for the next start to close. */
  synchronized void end() throws IOException {
    OpenSegment segment = open;
    open = null;
    if (segment != null) {
      segment.abandon();
    }
  }
}
