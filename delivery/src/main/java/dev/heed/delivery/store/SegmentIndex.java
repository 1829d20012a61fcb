package dev.heed.delivery.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What waits, in memory: for each closed batch its name and what is settled of it, some 150 bytes,
 * and never an event. With the books: how many events and bytes there are together, those of the
 * open batch included. Safe for use by several threads; does nothing that takes time.
 */
final class SegmentIndex {

  private static final BitSet NOTHING = new BitSet(0);

  private final TreeMap<Long, Segment> segments = new TreeMap<>();
  private long events;
  private long bytes;
  private boolean open;

  /** A closed batch. Immutable. */
  record Segment(SegmentName name, BitSet settled, long settledBytes) {

    static Segment of(SegmentName name) {
      return new Segment(name, NOTHING, 0);
    }

    int events() {
      return name.events() - settled.cardinality();
    }

    long bytes() {
      return Math.max(0, name.bytes() - settledBytes);
    }

    BatchInfo info() {
      return BatchInfo.of(name.id(), events(), bytes(), Instant.ofEpochMilli(name.oldest()));
    }

    /** Those of these places that are there and are not settled. */
    BitSet unsettled(BitSet places) {
      BitSet found = places.get(0, name.events());
      found.andNot(settled);
      return found;
    }
  }

  /** A batch was found, with all its events. */
  synchronized void found(Segment segment) {
    segments.put(segment.name().id(), segment);
    events += segment.events();
    bytes += segment.bytes();
  }

  /** An event is in the open batch. */
  synchronized void appended(int length) {
    events++;
    bytes += length;
    open = true;
  }

  /** The open batch, whose events are counted, is a closed one. */
  synchronized void closed(Segment segment) {
    segments.put(segment.name().id(), segment);
    open = false;
  }

  /** More of a batch is settled, or its file has another name. */
  synchronized void changed(Segment segment) {
    remove(segment.name().id());
    found(segment);
  }

  synchronized void remove(long id) {
    Segment gone = segments.remove(id);
    if (gone != null) {
      events -= gone.events();
      bytes -= gone.bytes();
    }
  }

  synchronized @Nullable Segment get(long id) {
    return segments.get(id);
  }

  synchronized StoreSize size() {
    return StoreSize.of(events, bytes, segments.size() + (open ? 1 : 0));
  }

  /** The largest id; 0 when there is none. */
  synchronized long last() {
    return segments.isEmpty() ? 0 : segments.lastKey();
  }

  synchronized List<BatchInfo> oldest(int max) {
    List<BatchInfo> oldest = new ArrayList<>(Math.min(max, segments.size()));
    for (Segment segment : segments.values()) {
      if (oldest.size() >= max) {
        break;
      }
      oldest.add(segment.info());
    }
    return oldest;
  }
}
