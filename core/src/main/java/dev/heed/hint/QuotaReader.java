package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;

/**
 * The longest reset time of several limits that a response says are used up. A limit whose time is
 * zero or past did not refuse anything, so it does not count.
 */
final class QuotaReader implements HintReader {

  private final List<Quota> quotas;
  private final ValueFormat format;
  private final Statuses statuses;

  QuotaReader(List<Quota> quotas, ValueFormat format, Statuses statuses) {
    this.quotas = quotas;
    this.format = format;
    this.statuses = statuses;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    if (!statuses.contains(head.status())) {
      return Hint.none();
    }
    Hint longest = Hint.none();
    for (Quota quota : quotas) {
      if (!Quota.USED_UP.contains(quota.left(head))) {
        continue;
      }
      Hint hint = Fields.strict(quota.reset(), format, head, now);
      longest = hint.duration().isZero() ? longest : Fields.longer(longest, hint);
    }
    return longest;
  }
}
