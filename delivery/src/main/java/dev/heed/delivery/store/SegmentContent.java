package dev.heed.delivery.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What can be read of a batch on disk: for each place, where its record is. Reads past damage:
 * where a record is not intact, the next one that is and has a later place goes on.
 *
 * <p>Lengths in a damaged file may be anything. None is believed before it was compared with the
 * bytes that are left, and nothing is made in the size that one says.
 */
final class SegmentContent {

  private final byte[] file;
  private final long batch;
  private final int limit;
  private final CRC32C sum = new CRC32C();

  /** Where the record of a place begins; -1 where there is none. */
  private int[] offsets = new int[16];

  private int places;
  private int end = SegmentFormat.HEADER;

  private SegmentContent(byte[] file, long batch, int limit) {
    this.file = file;
    this.batch = batch;
    this.limit = limit;
  }

  /**
   * Reads a batch that is closed.
   *
   * @param places how many it has
   */
  static SegmentContent closed(byte[] file, long batch, int places) {
    SegmentContent content = new SegmentContent(file, batch, places);
    content.read();
    content.extendTo(places);
    return content;
  }

  /** Reads a batch that may have been growing when its process ended. */
  static SegmentContent open(byte[] file, long batch) {
    SegmentContent content =
        new SegmentContent(file, batch, file.length / SegmentFormat.PREFIX + 1);
    content.read();
    return content;
  }

  private void read() {
    int at = SegmentFormat.HEADER;
    while (places < limit && at + SegmentFormat.PREFIX <= file.length) {
      if (isRecord(at)) {
        at = take(at);
      } else {
        at = next(at + 1);
      }
    }
  }

  private int take(int at) {
    int place = SegmentFormat.place(file, at);
    extendTo(place + 1);
    offsets[place] = at;
    end = at + SegmentFormat.PREFIX + SegmentFormat.length(file, at);
    return end;
  }

  private void extendTo(int count) {
    if (count > offsets.length) {
      int before = offsets.length;
      offsets = Arrays.copyOf(offsets, Math.max(count, 2 * before));
    }
    while (places < count) {
      offsets[places++] = -1;
    }
  }

  private boolean isRecord(int at) {
    int place = SegmentFormat.place(file, at);
    int length = SegmentFormat.length(file, at);
    return place >= places
        && place < limit
        && length >= 0
        && length <= file.length - at - SegmentFormat.PREFIX
        && SegmentFormat.isIntact(file, at, batch, sum);
  }

  /** The next record after damage; the end of the file when there is none. */
  private int next(int from) {
    for (int at = from; at + SegmentFormat.PREFIX <= file.length; at++) {
      boolean marked = file[at] == SegmentFormat.WAITING || file[at] == SegmentFormat.SETTLED;
      if (marked && isRecord(at)) {
        return at;
      }
    }
    return file.length;
  }

  /** How many places there are, with those that cannot be read. */
  int places() {
    return places;
  }

  /** How many bytes follow the last record that can be read. */
  int trailing() {
    return Math.max(0, file.length - end);
  }

  /** Whether there is no more than the beginning of a first record. */
  boolean isCutShort() {
    int left = file.length - SegmentFormat.HEADER - SegmentFormat.PREFIX;
    return left <= 0
        || (places == 0
            && SegmentFormat.version(file) != 0
            && SegmentFormat.length(file, SegmentFormat.HEADER) > left);
  }

  boolean isReadable(int place) {
    return place < places && offsets[place] >= 0;
  }

  /** Where the mark of a place is. */
  int offset(int place) {
    return offsets[place];
  }

  int length(int place) {
    return isReadable(place) ? SegmentFormat.length(file, offsets[place]) : 0;
  }

  /** The places that are marked as settled. */
  BitSet settled() {
    BitSet settled = new BitSet(places);
    for (int place = 0; place < places; place++) {
      if (isReadable(place) && file[offsets[place]] == SegmentFormat.SETTLED) {
        settled.set(place);
      }
    }
    return settled;
  }

  /** The bytes of the events at these places together, as far as they can be read. */
  long bytes(BitSet at) {
    return at.stream().mapToLong(this::length).sum();
  }

  /** Whether a place that is not among these cannot be read. */
  boolean isDamaged(BitSet settled) {
    for (int place = settled.nextClearBit(0);
        place < places;
        place = settled.nextClearBit(place + 1)) {
      if (!isReadable(place)) {
        return true;
      }
    }
    return false;
  }

  /** The events that are not among these. */
  StoredBatch without(BitSet settled) {
    List<StoredEvent> events = new ArrayList<>(places);
    BitSet unreadable = new BitSet();
    for (int place = settled.nextClearBit(0);
        place < places;
        place = settled.nextClearBit(place + 1)) {
      if (isReadable(place)) {
        events.add(StoredEvent.of(EventId.of(batch, place), event(place)));
      } else {
        unreadable.set(place);
      }
    }
    return StoredBatch.damaged(batch, events, unreadable);
  }

  byte[] event(int place) {
    int start = offsets[place] + SegmentFormat.PREFIX;
    return Arrays.copyOfRange(file, start, start + length(place));
  }

  /**
   * The bytes of a file with the same places, in which these are settled, and all others as they
   * are here. What is settled is a record without an event.
   */
  byte[] copyWithout(BitSet settled, long oldest) {
    int size = SegmentFormat.HEADER + places * SegmentFormat.PREFIX;
    for (int place = 0; place < places; place++) {
      size += settled.get(place) ? 0 : length(place);
    }
    byte[] copy = new byte[size];
    SegmentFormat.header(copy, batch, oldest);
    int at = SegmentFormat.HEADER;
    for (int place = 0; place < places; place++) {
      boolean gone = settled.get(place) || !isReadable(place);
      int length = gone ? 0 : length(place);
      if (!gone) {
        System.arraycopy(
            file, offsets[place] + SegmentFormat.PREFIX, copy, at + SegmentFormat.PREFIX, length);
      }
      byte mark = settled.get(place) ? SegmentFormat.SETTLED : SegmentFormat.WAITING;
      SegmentFormat.prefix(copy, at, mark, place, length);
      if (mark == SegmentFormat.SETTLED || !gone) {
        SegmentFormat.seal(copy, at, batch, sum);
      }
      at += SegmentFormat.PREFIX + length;
    }
    return copy;
  }
}
