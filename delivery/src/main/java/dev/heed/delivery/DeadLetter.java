package dev.heed.delivery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Takes the events that were given up after an answer: refused by the server, or not accepted by it
 * in time. An event leaves the queue only after it was taken here.
 *
 * <p>Called from different threads, one after the other.
 */
@FunctionalInterface
public interface DeadLetter {

  /**
   * Takes events. May get some of them again, after a crash or after it has failed.
   *
   * @param refused at least one, in order; all have their bytes, a reason, and mostly a status
   * @throws IOException when they could not be taken. They then stay in the queue and are sent
   *     again later
   */
  void add(List<EventOutcome> refused) throws IOException;

  /**
   * A file with one JSON object a line: {@code batch}, {@code place}, {@code reason}, {@code
   * status}, {@code why} and the {@code event} itself. Made with its folder when it is first
   * needed, for the owner alone, and written to the disk before the event leaves the queue. {@link
   * DeliveryQueue#replay} reads it.
   *
   * @param file where it is; one queue at a time writes to it
   */
  static DeadLetter file(Path file) {
    return new DeadLetterFile(Objects.requireNonNull(file, "file"));
  }
}
