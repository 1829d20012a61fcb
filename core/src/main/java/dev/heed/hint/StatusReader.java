package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** A reader that is asked on some statuses only, and that says of these to come back later. */
final class StatusReader implements HintReader {

  private final HintReader reader;
  private final Statuses statuses;

  StatusReader(HintReader reader, Statuses statuses) {
    this.reader = reader;
    this.statuses = statuses;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    return statuses.contains(head.status()) ? reader.read(head, now) : Hint.none();
  }

  @Override
  public String name() {
    return reader.name() + " on " + statuses;
  }

  @Override
  public boolean namesStatus(int status) {
    // A hint on a success or a redirect may be read, but never makes it a failure.
    return status >= 400 && statuses.contains(status);
  }
}
