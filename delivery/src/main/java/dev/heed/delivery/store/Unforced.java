package dev.heed.delivery.store;

import dev.heed.delivery.store.SegmentIndex.Segment;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** Batches whose files are being forced, once for each who does. */
  private final List<Long> inForce = new ArrayList<>();

  private volatile @Nullable IOException failure;

  Unforced(Folder folder, SegmentIndex index, ClosedSegments segments) {
    this.folder = folder;
    this.index = index;
    this.segments = segments;
  }

  synchronized void add(long id, boolean suspect) {
    batches.put(id, suspect);
  }

  private synchronized void remove(long id) {
    batches.remove(id);
  }

  /**
   * Forgets a batch that is leaving.
   *
   * @return whether its file may become that of another one: it is not suspect, and nobody is
   *     forcing it, who would take a failure of the other one for his own
   */
  synchronized boolean release(long id) {
    Boolean suspect = batches.remove(id);
    return !Boolean.TRUE.equals(suspect) && !inForce.contains(id);
  }

  /** Somebody is about to force the file of this batch. */
  synchronized void enter(long id) {
    inForce.add(id);
  }

  synchronized void leave(long id) {
    inForce.remove(Long.valueOf(id));
  }

  /** Whether its file is suspect; null when it is not among them. */
  private synchronized @Nullable Boolean begin(long id) {
    Boolean suspect = batches.get(id);
    if (suspect != null) {
      enter(id);
    }
    return suspect;
  }

  synchronized int size() {
    return batches.size();
  }

  synchronized boolean contains(long id) {
    return batches.containsKey(id);
  }

  private synchronized List<Long> snapshot() {
    return List.copyOf(batches.keySet());
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
    for (Long id : snapshot()) {
      try {
        force(id);
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  /** Forces one of them. No effect when it is not among them. */
  void force(long id) throws IOException {
    Boolean suspect = begin(id);
    if (suspect == null) {
      return;
    }
    try {
      if (suspect || !isForced(id)) {
        add(id, true);
        segments.writeAnew(id);
      }
      remove(id);
    } finally {
      leave(id);
    }
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
