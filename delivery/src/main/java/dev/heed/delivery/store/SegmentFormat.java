package dev.heed.delivery.store;

import java.util.zip.CRC32C;

/**
 * The bytes of a batch on disk, as {@link DirectoryStore} describes them. Numbers are big-endian.
 */
final class SegmentFormat {

  static final int VERSION = 1;

  /** "HEEDSEG\n" */
  static final long MAGIC = 0x484545445345470aL;

  static final int HEADER = 32;

  static final int PREFIX = 13;
  static final byte WAITING = '.';
  static final byte SETTLED = 'x';

  private SegmentFormat() {}

  /** Writes the header at the start of an array. */
  static void header(byte[] to, long id, long oldest) {
    putLong(to, 0, MAGIC);
    putInt(to, 8, VERSION);
    putLong(to, 12, id);
    putLong(to, 20, oldest);
    CRC32C sum = new CRC32C();
    sum.update(to, 0, HEADER - 4);
    putInt(to, HEADER - 4, (int) sum.getValue());
  }

  /** The version of a header that is whole; 0 where there is none. */
  static int version(byte[] file) {
    if (file.length < HEADER || getLong(file, 0) != MAGIC) {
      return 0;
    }
    CRC32C sum = new CRC32C();
    sum.update(file, 0, HEADER - 4);
    return (int) sum.getValue() == getInt(file, HEADER - 4) ? getInt(file, 8) : 0;
  }

  /** When the first event was accepted, as a header that is whole says. */
  static long oldest(byte[] file) {
    return getLong(file, 20);
  }

  /**
   * Writes what stands before an event; the event itself is there already.
   *
   * @param to the array
   * @param at where the record begins
   * @param place of the event in its batch
   * @param length of the event
   */
  static void prefix(byte[] to, int at, byte mark, int place, int length) {
    to[at] = mark;
    putInt(to, at + 5, place);
    putInt(to, at + 9, length);
  }

  /** Writes the checksum of a record that is complete otherwise. */
  static void seal(byte[] to, int at, long batch, CRC32C sum) {
    putInt(to, at + 1, checksum(to, at, batch, sum));
  }

  static int place(byte[] file, int at) {
    return getInt(file, at + 5);
  }

  static int length(byte[] file, int at) {
    return getInt(file, at + 9);
  }

  static boolean isIntact(byte[] file, int at, long batch, CRC32C sum) {
    return checksum(file, at, batch, sum) == getInt(file, at + 1);
  }

  /**
   * Over all of the record but its mark, which changes. The batch is in it, so that a record of
   * another one is not taken for one of this.
   */
  private static int checksum(byte[] file, int at, long batch, CRC32C sum) {
    sum.reset();
    sum.update(file, at + 5, PREFIX - 5 + length(file, at));
    return (int) sum.getValue() ^ Long.hashCode(batch);
  }

  static void putInt(byte[] to, int at, int value) {
    to[at] = (byte) (value >>> 24);
    to[at + 1] = (byte) (value >>> 16);
    to[at + 2] = (byte) (value >>> 8);
    to[at + 3] = (byte) value;
  }

  static int getInt(byte[] from, int at) {
    return ((from[at] & 0xff) << 24)
        | ((from[at + 1] & 0xff) << 16)
        | ((from[at + 2] & 0xff) << 8)
        | (from[at + 3] & 0xff);
  }

  static void putLong(byte[] to, int at, long value) {
    putInt(to, at, (int) (value >>> 32));
    putInt(to, at + 4, (int) value);
  }

  static long getLong(byte[] from, int at) {
    return ((long) getInt(from, at) << 32) | (getInt(from, at + 4) & 0xffffffffL);
  }
}
