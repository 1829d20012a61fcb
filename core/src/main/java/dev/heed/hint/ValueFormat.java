package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/**
 * Reads one value of one field.
 *
 * <p>Works on the whole text, never on a part of it, so that the common case creates nothing but
 * the hint.
 */
@FunctionalInterface
interface ValueFormat {

  /**
   * Reads a value.
   *
   * @param header the field, as the dialect spells it
   * @param text the value without blanks around it
   * @param head the whole head, for the clock of the server
   * @param now the wall clock when the head arrived
   * @return a wait, too long when the number cannot be held, or none when the text is malformed
   */
  Hint read(String header, String text, ResponseHead head, Instant now);
}
