package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.Objects;

/**
 * Reads whether a server wants a retry at all. A verdict wins over the status, where a plan is told
 * to look for one.
 *
 * <p>A reader is a pure function of the head and the time. It never throws, whatever the server
 * sends. Readers are shared by all calls of a plan and must be safe for use by several threads.
 * {@link Verdicts} has the ready-made ones.
 */
@FunctionalInterface
public interface VerdictReader {

  /**
   * Reads the verdict of the server.
   *
   * @param head status and header fields of the response
   * @param now the wall clock when the head arrived; used for absolute times only
   * @return the verdict; {@link Verdict#none()} when there is none; never null
   */
  Verdict read(ResponseHead head, Instant now);

  /** The name shown by {@code describe()}; {@code custom} by default. */
  default String name() {
    return "custom";
  }

  /** This reader, and where it finds no verdict, the next one. */
  default VerdictReader orElse(VerdictReader next) {
    return new ChainedVerdicts(this, Objects.requireNonNull(next, "next"));
  }
}
