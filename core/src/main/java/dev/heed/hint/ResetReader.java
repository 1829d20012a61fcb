package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The reset time of the first limit that may have been hit. */
final class ResetReader implements HintReader {

  private final List<Quota> quotas;
  private final Set<Quota.Left> hit;
  private final ValueFormat format;
  private final Fields.Reading reading;
  private final Statuses statuses;

  ResetReader(
      List<Quota> quotas,
      Set<Quota.Left> hit,
      ValueFormat format,
      Fields.Reading reading,
      Statuses statuses) {
    this.quotas = quotas;
    this.hit = hit;
    this.format = format;
    this.reading = reading;
    this.statuses = statuses;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    if (!statuses.contains(head.status())) {
      return Hint.none();
    }
    Hint found = Hint.none();
    for (Quota quota : quotas) {
      Hint hint = reading.read(quota.reset(), format, head, now);
      if (!hint.isPresent() || !hit.contains(quota.left(head))) {
        continue;
      }
      if (hint.kind() == Hint.Kind.WAIT) {
        return hint;
      }
      // Too large to be held: the next limit may do better, but "none" is no longer the answer.
      found = hint;
    }
    return found;
  }
}
