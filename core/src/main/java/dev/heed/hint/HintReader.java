package dev.heed.hint;

import dev.heed.http.ResponseHead;
import dev.heed.time.TimeSource;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads how long a server asks its client to wait, from one dialect of response headers.
 *
 * <p>A reader is a pure function of the head and the time. It never throws, whatever the server
 * sends, and looks at no header outside its dialect. Readers are shared by all calls of a plan and
 * must be safe for use by several threads. {@code Hints} has the ready-made ones.
 */
@FunctionalInterface
public interface HintReader {

  /**
   * Reads the wait that the server asks for.
   *
   * @param head status and header fields of the response
   * @param now the wall clock when the head arrived; used for absolute times only
   * @return the hint; {@link Hint#none()} when there is none; never null
   */
  Hint read(ResponseHead head, Instant now);

  /** The name shown by {@code describe()} and by the command line; {@code custom} by default. */
  default String name() {
    return "custom";
  }

  /**
   * Whether this dialect uses the status to say "come back later", beside those that every plan
   * retries. Such a status is retried only together with a valid hint. None by default.
   */
  default boolean namesStatus(int status) {
    return false;
  }

  /** This reader, and where it finds no hint, the next one. */
  default HintReader orElse(HintReader next) {
    return new ChainedReader(this, next);
  }

  /**
   * Reads a response of the JDK's HTTP client, with the system's clock.
   *
   * @return the wait, or empty when the server asks for none; {@link Hint#FOREVER} when the number
   *     is too large to be held
   */
  default Optional<Duration> read(HttpResponse<?> response) {
    Hint hint = read(ResponseHead.of(response), TimeSource.system().now());
    return hint.isPresent() ? Optional.of(hint.duration()) : Optional.empty();
  }
}
