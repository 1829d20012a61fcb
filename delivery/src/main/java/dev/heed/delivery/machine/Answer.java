package dev.heed.delivery.machine;

import dev.heed.hint.Hint;

/**
 * What came of sending a batch, or as much of it as was sent at once.
 *
 * @param status the status, or 0 when there was no response at all
 * @param hint what the response says of when to come back
 * @param sent how many events it is about
 * @param more whether the batch has events that were not sent this time
 * @param items whether it is about the events that are left over when the server has settled the
 *     others one by one
 */
public record Answer(int status, Hint hint, int sent, boolean more, boolean items) {

  /** A response. */
  public static Answer of(int status, Hint hint, int sent, boolean more) {
    return new Answer(status, hint, sent, more, false);
  }

  /** A network failure or a timeout, before there was a status. */
  public static Answer none(int sent, boolean more) {
    return new Answer(0, Hint.none(), sent, more, false);
  }

  /** What the server says of the events that it neither took nor refused for good. */
  public static Answer leftOver(int status, Hint hint, int left, boolean more) {
    return new Answer(status, hint, left, more, true);
  }

  /** Whether there was a response. */
  public boolean isAnswered() {
    return status != 0;
  }

  boolean isSuccess() {
    return status >= 200 && status <= 299;
  }

  /** A hint that can be waited for. A custom reader that says "stop" gives a negative one. */
  boolean hasUsableHint() {
    return hint.isPresent() && !hint.duration().isNegative() && !hint.duration().isZero();
  }

  boolean hasZeroHint() {
    return hint.isPresent() && hint.duration().isZero();
  }

  /** As texts name it. */
  String name() {
    return isAnswered() ? Integer.toString(status) : "no response";
  }
}
