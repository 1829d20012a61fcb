package dev.heed.delivery.store;

import dev.heed.delivery.store.SegmentIndex.Segment;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Closed batches that the disk may not have yet, and what was wrong when they were forced.
 *
 * <p>After a failure to force, a system may call a file written that is not. Such a file is never
 * asked again: it is read, written to another file, that one is forced, and takes its place.
 */
final class Unforced {

  private final Folder folder;
  private final SegmentIndex index;
  private final ClosedSegments segments;

  /** By batch: whether its file is suspect. */
  private final Map<Long, Boolean> batches = new LinkedHashMap<>();

  private volatile @Nullable IOException failure;

  Unforced(Folder folder, SegmentIndex index, ClosedSegments segments) {
    this.folder = folder;
    this.index = index;
    this.segments = segments;
  }

  synchronized void add(long id, boolean suspect) {
    batches.put(id, suspect);
  }

  synchronized void remove(long id) {
    batches.remove(id);
  }

  synchronized int size() {
    return batches.size();
  }

  synchronized boolean contains(long id) {
    return batches.containsKey(id);
  }

  private synchronized Map<Long, Boolean> snapshot() {
    return new LinkedHashMap<>(batches);
  }

  /** Remembers a failure until somebody can be told. */
  void failed(IOException e) {
    failure = e;
  }

  /** Tells of a failure, once. */
  void tell() throws IOException {
    IOException known = failure;
    if (known != null) {
      failure = null;
      throw new IOException("the disk may not have what was written: " + known.getMessage(), known);
    }
  }

  /** Forces all of them, as far as that works. */
  void forceAll() {
    snapshot()
        .forEach(
            (id, suspect) -> {
              try {
                force(id, suspect);
              } catch (IOException e) {
                failed(e);
              }
            });
  }

  /** Forces one of them. No effect when it is not among them. */
  void force(long id) throws IOException {
    Boolean suspect = snapshot().get(id);
    if (suspect != null) {
      force(id, suspect);
    }
  }

  private void force(long id, boolean suspect) throws IOException {
    if (suspect || !isForced(id)) {
      add(id, true);
      segments.writeAnew(id);
    }
    remove(id);
  }

  /** False when the file cannot be trusted any more. */
  private boolean isForced(long id) throws IOException {
    for (Segment segment = index.get(id); segment != null; ) {
      try (StoreFiles.Handle handle = folder.files().open(folder.file(segment.name()))) {
        return forced(handle);
      } catch (NoSuchFileException e) {
        // It has got another name meanwhile, or is gone.
        Segment now = index.get(id);
        segment = segment.equals(now) ? null : now;
      }
    }
    return true;
  }

  private static boolean forced(StoreFiles.Handle handle) {
    try {
      handle.force();
      return true;
    } catch (IOException e) {
      // What follows tells more: whether it could be written elsewhere.
      return false;
    }
  }
}
