package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** A reader with the name and the statuses of a provider's dialect. */
final class Dialect implements HintReader {

  private final String name;
  private final HintReader reader;
  private final Statuses statuses;

  Dialect(String name, HintReader reader) {
    this(name, reader, Statuses.NONE);
  }

  Dialect(String name, HintReader reader, Statuses statuses) {
    this.name = name;
    this.reader = reader;
    this.statuses = statuses;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    return reader.read(head, now);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean namesStatus(int status) {
    return statuses.contains(status);
  }
}
