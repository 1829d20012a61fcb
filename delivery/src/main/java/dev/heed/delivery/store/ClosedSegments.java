package dev.heed.delivery.store;

import dev.heed.delivery.store.SegmentIndex.Segment;
import dev.heed.delivery.store.SegmentName.Kind;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads closed batches and removes what is settled. A whole batch goes with its file, and a part of
 * it by marks that were reserved when it was written, so that neither needs room on the disk.
 *
 * <p>Under one lock: who settles must not meet who writes a file anew.
 */
final class ClosedSegments {

  private final Folder folder;
  private final SegmentIndex index;
  private final Spares spares;

  /** Batches whose file somebody should look at. */
  private final Set<Long> damaged = new HashSet<>();

  /** Batches whose file could not be removed, and says in itself that they are settled. */
  private final Set<Long> marked = new HashSet<>();

  private long readId = -1;

  /** Of the batch that was read last, which is mostly the one that is settled next. */
  private @Nullable SegmentContent read;

  ClosedSegments(Folder folder, SegmentIndex index, Spares spares) {
    this.folder = folder;
    this.index = index;
    this.spares = spares;
  }

  synchronized StoredBatch load(long id) throws IOException {
    Segment segment = index.get(id);
    if (segment == null) {
      return StoredBatch.of(id, List.of());
    }
    forgetRead();
    SegmentContent content = content(segment);
    if (content.isDamaged(segment.settled())) {
      damaged.add(id);
    }
    return content.without(segment.settled());
  }

  private SegmentContent content(Segment segment) throws IOException {
    long id = segment.name().id();
    SegmentContent known = read;
    if (known != null && readId == id) {
      return known;
    }
    SegmentContent content = SegmentContent.closed(bytes(segment), id, segment.name().events());
    read = content;
    readId = id;
    return content;
  }

  private void forgetRead() {
    read = null;
    readId = -1;
  }

  /** What is not there, and was not settled, is lost. */
  private byte[] bytes(Segment segment) throws IOException {
    byte[] bytes;
    try {
      bytes = folder.read(segment.name());
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
    checkVersion(bytes, segment.name());
    return bytes;
  }

  static void checkVersion(byte[] bytes, SegmentName name) throws IOException {
    int version = SegmentFormat.version(bytes);
    if (version > SegmentFormat.VERSION) {
      throw new IOException(
          name.text() + " was written by a later version of Heed, in format " + version);
    }
  }

  /**
   * Removes what is settled.
   *
   * @param release asked when the whole batch leaves: whether its file may be used again
   */
  synchronized void settle(long id, BitSet places, LongPredicate release) throws IOException {
    Segment segment = index.get(id);
    if (segment == null) {
      return;
    }
    BitSet now = segment.unsettled(places);
    BitSet all = (BitSet) segment.settled().clone();
    all.or(now);
    if (all.cardinality() >= segment.name().events()) {
      remove(segment, release);
    } else if (!now.isEmpty()) {
      settlePart(segment, now, all);
    }
  }

  private void remove(Segment segment, LongPredicate release) throws IOException {
    long id = segment.name().id();
    try {
      removeFile(segment.name(), release);
    } catch (IOException e) {
      if (marked.add(id)) {
        markAll(segment, e);
      }
      throw e;
    }
    marked.remove(id);
    index.remove(id);
    forgetRead();
  }

  private void removeFile(SegmentName name, LongPredicate release) throws IOException {
    if (damaged.contains(name.id())) {
      folder.setAside(name.text());
      damaged.remove(name.id());
    } else if (release.test(name.id())) {
      spares.keep(name);
    } else {
      folder.delete(name.text());
    }
  }

  /**
   * A file that cannot be removed can be written to: no other process sends what is in it again.
   */
  private void markAll(Segment segment, IOException failure) {
    BitSet left = new BitSet();
    left.set(0, segment.name().events());
    left.andNot(segment.settled());
    try {
      SegmentContent content = content(segment);
      if (left.stream().allMatch(content::isReadable)) {
        SegmentName unused = mark(segment, content, left);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void settlePart(Segment segment, BitSet now, BitSet all) throws IOException {
    SegmentContent content = content(segment);
    long settledBytes = segment.settledBytes() + content.bytes(now);
    if (now.stream().allMatch(content::isReadable)) {
      SegmentName marked = mark(segment, content, now);
      index.changed(new Segment(marked, all, settledBytes));
    } else {
      replace(segment, content, new Segment(segment.name().as(Kind.COPY), all, settledBytes));
    }
  }

  /**
   * The name first: it says that there may be marks. A mark is one byte of its own, so that of a
   * write that is cut short each one counts or does not.
   */
  private SegmentName mark(Segment segment, SegmentContent content, BitSet now) throws IOException {
    SegmentName name = segment.name();
    if (name.kind() == Kind.BATCH) {
      SegmentName part = name.as(Kind.PART);
      folder.rename(name, part);
      index.changed(new Segment(part, segment.settled(), segment.settledBytes()));
      name = part;
    }
    byte[] mark = {SegmentFormat.SETTLED};
    try (StoreFiles.Handle handle = folder.files().open(folder.file(name))) {
      for (int place = now.nextSetBit(0); place >= 0; place = now.nextSetBit(place + 1)) {
        handle.write(content.offset(place), mark, 0, 1);
      }
    }
    return name;
  }

  /**
   * What cannot be read has no mark that could be set. So a copy without it takes the place of the
   * file, which is kept for those who want to know what happened. Once the file is away, the copy
   * counts, whatever its name.
   */
  private void replace(Segment segment, SegmentContent content, Segment copy) throws IOException {
    SegmentName name = copy.name();
    folder.writeForced(name.text(), content.copyWithout(copy.settled(), name.oldest()));
    folder.files().forceDirectory(folder.path());
    folder.setAside(segment.name().text());
    damaged.remove(name.id());
    forgetRead();
    index.changed(copy);
    SegmentName part = name.as(Kind.PART);
    try {
      folder.rename(name, part);
      index.changed(new Segment(part, copy.settled(), copy.settledBytes()));
    } catch (IOException e) {
      // It is known by this name, and the next start gives it the other one.
      return;
    }
  }

  /**
   * Puts a forced copy in the place of a file that may not be on the disk. No effect where the
   * batch is gone.
   */
  synchronized void writeAnew(long id) throws IOException {
    Segment segment = index.get(id);
    if (segment == null) {
      return;
    }
    String temporary = segment.name().text() + Folder.TEMPORARY;
    try {
      folder.writeForced(temporary, folder.read(segment.name()));
    } catch (NoSuchFileException e) {
      // Nothing is left to be saved; reading the batch says what is lost.
      return;
    }
    folder.files().rename(folder.file(temporary), folder.file(segment.name()));
    folder.files().forceDirectory(folder.path());
  }
}
