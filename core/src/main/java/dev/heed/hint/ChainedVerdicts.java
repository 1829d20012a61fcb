package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** Two readers in order: the second is asked only where the first finds nothing. */
final class ChainedVerdicts implements VerdictReader {

  private final VerdictReader first;
  private final VerdictReader next;

  ChainedVerdicts(VerdictReader first, VerdictReader next) {
    this.first = first;
    this.next = next;
  }

  @Override
  public Verdict read(ResponseHead head, Instant now) {
    Verdict verdict = first.read(head, now);
    return verdict.isPresent() ? verdict : next.read(head, now);
  }

  @Override
  public String name() {
    return first.name() + " or " + next.name();
  }
}
