package dev.heed.delivery.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern OPEN = Pattern.compile("(\\d{1,18})\\.open");
  private static final Pattern CLOSED =
      Pattern.compile("(\\d{1,18})\\.(\\d{1,9})\\.(\\d{1,15})\\.(-?\\d{1,18})\\.(batch|part|copy)");

  static SegmentName open(long id) {
    return new SegmentName(Kind.OPEN, id, 0, 0, 0);
  }

  SegmentName as(Kind other) {
    return new SegmentName(other, id, events, bytes, oldest);
  }

  /** Empty where it is no name of a batch: no other name than {@link #text} gives is one. */
  static Optional<SegmentName> of(String name) {
    return read(name).filter(read -> read.text().equals(name));
  }

  private static Optional<SegmentName> read(String name) {
    Matcher open = OPEN.matcher(name);
    if (open.matches()) {
      return Optional.of(open(Long.parseLong(open.group(1))));
    }
    Matcher closed = CLOSED.matcher(name);
    if (!closed.matches()) {
      return Optional.empty();
    }
    return Kind.of(closed.group(5))
        .map(
            kind ->
                new SegmentName(
                    kind,
                    Long.parseLong(closed.group(1)),
                    Integer.parseInt(closed.group(2)),
                    Long.parseLong(closed.group(3)),
                    Long.parseLong(closed.group(4))));
  }

  /** Whether a file claims to be a batch, whether or not the rest of its name can be read. */
  static boolean claims(String name) {
    return Kind.of(name.substring(name.lastIndexOf('.') + 1)).isPresent();
  }

  /** The name, in which the number of the batch has leading zeros, for people who list them. */
  String text() {
    String start = String.format(Locale.ROOT, "%012d", id);
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
