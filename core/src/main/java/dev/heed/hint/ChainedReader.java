package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.Objects;

/** Two readers in order: the second is asked only where the first finds nothing. */
final class ChainedReader implements HintReader {

  private final HintReader first;
  private final HintReader next;

  ChainedReader(HintReader first, HintReader next) {
    this.first = first;
    this.next = Objects.requireNonNull(next, "next");
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    Hint hint = first.read(head, now);
    if (hint.kind() == Hint.Kind.WAIT) {
      return hint;
    }
    // A number too large to hold falls through like a malformed one, but it is never forgotten:
    // if nothing else decides, the answer stays "too long".
    Hint other = next.read(head, now);
    return other.isPresent() ? other : hint;
  }

  @Override
  public String name() {
    return first.name() + " or " + next.name();
  }

  @Override
  public boolean namesStatus(int status) {
    return first.namesStatus(status) || next.namesStatus(status);
  }
}
