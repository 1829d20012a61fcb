package dev.heed.delivery.store;

import dev.heed.delivery.store.SegmentIndex.Segment;
import dev.heed.delivery.store.SegmentName.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Puts a directory in order when a store is opened. Reads names only, but for batches that were
 * growing and those of which a part is settled: few, however many there are.
 */
final class Recoverer {

  private final Folder folder;
  private final Instant now;
  private final SegmentIndex index = new SegmentIndex();
  private final List<String> findings = new ArrayList<>();
  private long last;

  Recoverer(Folder folder, Instant now) {
    this.folder = folder;
    this.now = now;
  }

  SegmentIndex index() {
    return index;
  }

  /** The largest id that any file has. */
  long last() {
    return last;
  }

  Recovery recover() throws IOException {
    Map<Kind, Map<Long, SegmentName>> found = sort();
    byKind(found, Kind.BATCH).values().forEach(name -> index.found(Segment.of(name)));
    for (SegmentName name : byKind(found, Kind.COPY).values()) {
      recoverCopy(name, byKind(found, Kind.PART));
    }
    for (SegmentName name : byKind(found, Kind.PART).values()) {
      recoverPart(name);
    }
    for (SegmentName name : byKind(found, Kind.OPEN).values()) {
      recoverOpen(name);
    }
    return findings.isEmpty() ? Recovery.clean() : Recovery.of(findings, 0);
  }

  private static Map<Long, SegmentName> byKind(Map<Kind, Map<Long, SegmentName>> found, Kind kind) {
    return found.computeIfAbsent(kind, unused -> new TreeMap<>());
  }

  private Map<Kind, Map<Long, SegmentName>> sort() throws IOException {
    Map<Kind, Map<Long, SegmentName>> found = new EnumMap<>(Kind.class);
    for (String name : folder.names()) {
      if (name.endsWith(Folder.TEMPORARY) || name.startsWith(Spares.PREFIX)) {
        folder.deleteQuietly(name);
      } else if (SegmentName.claims(name)) {
        Optional<SegmentName> read = SegmentName.of(name);
        if (read.isEmpty() || isTwice(found, read.get())) {
          setAside(name, "it has no name of a batch, or that of another one");
        }
      }
    }
    return found;
  }

  /** Nobody but people with tools makes two files for one batch. */
  private boolean isTwice(Map<Kind, Map<Long, SegmentName>> found, SegmentName name) {
    last = Math.max(last, name.id());
    return byKind(found, name.kind()).putIfAbsent(name.id(), name) != null;
  }

  /** A copy counts when what it was made of is gone; until then it may not be complete. */
  private void recoverCopy(SegmentName copy, Map<Long, SegmentName> parts) throws IOException {
    if (index.get(copy.id()) != null || parts.containsKey(copy.id())) {
      folder.delete(copy.text());
    } else {
      SegmentName part = copy.as(Kind.PART);
      folder.rename(copy, part);
      parts.put(part.id(), part);
    }
  }

  private void recoverPart(SegmentName name) throws IOException {
    if (index.get(name.id()) != null) {
      setAside(name.text(), "there is another file of this batch");
      return;
    }
    Optional<byte[]> read = read(name, "what is settled of it may be sent again");
    if (read.isEmpty()) {
      index.found(Segment.of(name));
      return;
    }
    byte[] bytes = read.get();
    ClosedSegments.checkVersion(bytes, name);
    SegmentContent content = SegmentContent.closed(bytes, name.id(), name.events());
    BitSet settled = content.settled();
    if (settled.cardinality() >= name.events()) {
      folder.delete(name.text());
    } else {
      // What a settled record without an event had is not known; the others are counted.
      BitSet left = new BitSet();
      left.set(0, name.events());
      left.andNot(settled);
      index.found(new Segment(name, settled, name.bytes() - content.bytes(left)));
    }
  }

  private Optional<byte[]> read(SegmentName name, String what) {
    try {
      return Optional.of(folder.read(name));
    } catch (IOException e) {
      findings.add(folder.file(name) + " cannot be read, and " + what + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private void recoverOpen(SegmentName name) throws IOException {
    if (index.get(name.id()) != null) {
      setAside(name.text(), "there is another file of this batch");
      return;
    }
    Optional<byte[]> read = read(name, "it is left for the next start");
    if (read.isEmpty()) {
      return;
    }
    byte[] bytes = read.get();
    ClosedSegments.checkVersion(bytes, name);
    SegmentContent content = SegmentContent.open(bytes, name.id());
    if (content.places() > 0) {
      index.found(Segment.of(close(name, bytes, content)));
    } else if (content.isCutShort()) {
      // Its first event was never accepted.
      folder.delete(name.text());
    } else {
      setAside(name.text(), "no event in it can be read");
    }
  }

  private SegmentName close(SegmentName name, byte[] bytes, SegmentContent content)
      throws IOException {
    BitSet all = new BitSet();
    all.set(0, content.places());
    long oldest =
        SegmentFormat.version(bytes) == 0 ? SegmentName.millis(now) : SegmentFormat.oldest(bytes);
    SegmentName closed =
        new SegmentName(Kind.BATCH, name.id(), content.places(), content.bytes(all), oldest);
    folder.rename(name, closed);
    if (content.trailing() > 0) {
      findings.add(
          "the last "
              + content.trailing()
              + " bytes of "
              + folder.file(name)
              + " are no whole event and were left out");
    }
    return closed;
  }

  private void setAside(String name, String why) throws IOException {
    folder.setAside(name);
    findings.add(
        folder.file(name) + " was set aside in " + folder.quarantine().path() + ": " + why);
  }
}
