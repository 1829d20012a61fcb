package dev.heed.delivery.store;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The batch that grows. Its file is kept in memory too: events are encoded there once and written
 * from there, and when the file cannot be trusted any more it is written again from there.
 *
 * <p>Not for several threads, but that {@link #force} may run while another thread appends.
 */
final class OpenSegment {

  /** More than this is not kept for the next batch. */
  private static final int KEPT_BUFFER = 1 << 20;

  private static final int FIRST_BUFFER = 1 << 16;

  private final Folder folder;
  private final SegmentName name;
  private final CRC32C sum = new CRC32C();
  private byte[] image;
  private int length;
  private int events;
  private long bytes;
  private long oldest;
  private StoreFiles.@Nullable Handle handle;

  /** There may be half a record after the last one. */
  private boolean torn;

  /** The file may not have on the disk what was written to it; another one has to be. */
  private volatile boolean suspect;

  private OpenSegment(Folder folder, SegmentName name, byte[] image, StoreFiles.Handle handle) {
    this.folder = folder;
    this.name = name;
    this.image = image;
    this.handle = handle;
  }

  /**
   * Makes the file of a new batch.
   *
   * @param buffer one that is not used any more; it may be empty
   */
  static OpenSegment create(Folder folder, Spares spares, long id, byte[] buffer)
      throws IOException {
    SegmentName name = SegmentName.open(id);
    byte[] image = buffer.length == 0 ? new byte[FIRST_BUFFER] : buffer;
    return new OpenSegment(folder, name, image, spares.create(name));
  }

  long id() {
    return name.id();
  }

  int events() {
    return events;
  }

  /** What can be used for the next batch when this one is closed. */
  byte[] buffer() {
    return image.length > KEPT_BUFFER ? new byte[0] : image;
  }

  /** Adds an event. When it throws, the batch is as it was. */
  void append(byte[] event, Instant at) throws IOException {
    if (events == 0) {
      length = 0;
      oldest = SegmentName.millis(at);
    }
    int start = Math.max(length, SegmentFormat.HEADER);
    int end = Math.addExact(start + SegmentFormat.PREFIX, event.length);
    reserve(end);
    if (events == 0) {
      SegmentFormat.header(image, name.id(), oldest);
    }
    SegmentFormat.prefix(image, start, SegmentFormat.WAITING, events, event.length);
    System.arraycopy(event, 0, image, start + SegmentFormat.PREFIX, event.length);
    SegmentFormat.seal(image, start, name.id(), sum);
    write(end);
    length = end;
    events++;
    bytes += event.length;
  }

  private void reserve(int size) {
    if (size > image.length) {
      image = Arrays.copyOf(image, Math.max(size, (int) Math.min(2L * image.length, 1 << 30)));
    }
  }

  private void write(int end) throws IOException {
    StoreFiles.Handle out = opened();
    mend(out);
    try {
      out.write(length, image, length, end - length);
    } catch (IOException e) {
      torn = true;
      try {
        mend(out);
      } catch (IOException again) {
        // The next event tries again, and what reads the file ends before what is torn.
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** A file could not be given its closed name after it was closed: it grows on. */
  private StoreFiles.Handle opened() throws IOException {
    StoreFiles.Handle out = handle;
    if (out == null) {
      out = folder.files().open(folder.file(name));
      handle = out;
    }
    return out;
  }

  private void mend(StoreFiles.Handle out) throws IOException {
    if (torn) {
      out.truncate(length);
      torn = false;
    }
  }

  /** Forces what was written when this was called. Without a lock against {@link #append}. */
  void force(StoreFiles.Handle forced) throws IOException {
    try {
      forced.force();
    } catch (IOException e) {
      suspect = true;
      throw e;
    }
  }

  /** What {@link #force} needs. */
  StoreFiles.Handle forceable() throws IOException {
    return opened();
  }

  boolean isSuspect() {
    return suspect;
  }

  void suspect() {
    suspect = true;
  }

  /** Puts another file, which is forced, in the place of one that cannot be trusted. */
  void writeAnew() throws IOException {
    String temporary = name.text() + Folder.TEMPORARY;
    folder.write(temporary, image, length, true);
    closeHandle();
    folder.files().rename(folder.file(temporary), folder.file(name));
    suspect = false;
    torn = false;
    folder.files().forceDirectory(folder.path());
  }

  /** Gives the file its closed name. When it throws, the batch is open as before. */
  SegmentName close() throws IOException {
    closeHandle();
    SegmentName closed = new SegmentName(SegmentName.Kind.BATCH, name.id(), events, bytes, oldest);
    folder.rename(name, closed);
    return closed;
  }

  /** Leaves the file as it is; one without an event is removed. */
  void abandon() throws IOException {
    closeHandle();
    if (events == 0) {
      folder.delete(name.text());
    }
  }

  /**
   * A failure to close says that something may not have been written: as after one to force, the
   * file is not trusted any more.
   */
  private void closeHandle() {
    StoreFiles.Handle open = handle;
    handle = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException e) {
      suspect = true;
    }
  }
}
