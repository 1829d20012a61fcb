package dev.heed.delivery.store;

import java.time.Instant;
import java.util.Optional;

/**
 * What a file in the directory is, which its name alone tells: a store starts without opening the
 * batches that wait.
 *
 * @param kind what is in it
 * @param id of the batch
 * @param events how many places the batch has; 0 where the name does not say
 * @param bytes of those events together; 0 where the name does not say
 * @param oldest when the first event was accepted, in milliseconds since 1970; 0 likewise
 */
record SegmentName(Kind kind, long id, int events, long bytes, long oldest) {

  enum Kind {
    /** It grows. */
    OPEN("open"),
    /** Closed, and nothing of it is settled. */
    BATCH("batch"),
    /** Closed, and some of it may be settled: the marks in the file say what. */
    PART("part"),
    /** What takes the place of a closed one that is damaged, if that is gone. */
    COPY("copy");

    private final String ending;

    Kind(String ending) {
      this.ending = ending;
    }

    private static Optional<Kind> of(String ending) {
      for (Kind kind : values()) {
        if (kind.ending.equals(ending)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  private static final int DIGITS = 12;

  static SegmentName open(long id) {
    return new SegmentName(Kind.OPEN, id, 0, 0, 0);
  }

  SegmentName as(Kind other) {
    return new SegmentName(other, id, events, bytes, oldest);
  }

  /**
   * Empty where it is no name of a batch: no other name than {@link #text} gives is one. By hand,
   * as a store that starts may read a hundred thousand of them.
   */
  static Optional<SegmentName> of(String name) {
    Optional<Kind> kind = Kind.of(name.substring(name.lastIndexOf('.') + 1));
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    try {
      SegmentName read = read(kind.get(), name);
      return read.text().equals(name) ? Optional.of(read) : Optional.empty();
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static SegmentName read(Kind kind, String name) {
    int first = name.indexOf('.');
    long id = Long.parseLong(name, 0, first, 10);
    if (kind == Kind.OPEN) {
      return open(id);
    }
    int second = name.indexOf('.', first + 1);
    int third = name.indexOf('.', second + 1);
    return new SegmentName(
        kind,
        id,
        Integer.parseInt(name, first + 1, second, 10),
        Long.parseLong(name, second + 1, third, 10),
        Long.parseLong(name, third + 1, name.lastIndexOf('.'), 10));
  }

  /** Whether a file claims to be a batch, whether or not the rest of its name can be read. */
  static boolean claims(String name) {
    return Kind.of(name.substring(name.lastIndexOf('.') + 1)).isPresent();
  }

  /** The name, in which the number of the batch has leading zeros, for people who list them. */
  String text() {
    String digits = Long.toString(id);
    String start = "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
    return kind == Kind.OPEN
        ? start + ".open"
        : start + "." + events + "." + bytes + "." + oldest + "." + kind.ending;
  }

  /** In milliseconds since 1970, as far as those reach in a name. */
  static long millis(Instant at) {
    long most = 999_999_999_999_999_999L;
    try {
      return Math.max(-most, Math.min(most, at.toEpochMilli()));
    } catch (ArithmeticException e) {
      return at.isBefore(Instant.EPOCH) ? -most : most;
    }
  }
}
