package dev.heed.hint;

import dev.heed.http.ResponseHead;
import dev.heed.time.Durations;
import java.time.Duration;
import java.time.Instant;

/** A reader whose waits are made longer by a fixed time. */
final class PaddedReader implements HintReader {

  private final HintReader reader;
  private final Duration padding;

  PaddedReader(HintReader reader, Duration padding) {
    this.reader = reader;
    this.padding = padding;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    Hint hint = reader.read(head, now);
    // A negative wait of a custom reader means "stop"; padding must not make a wait of it.
    if (hint.kind() != Hint.Kind.WAIT || hint.duration().isNegative()) {
      return hint;
    }
    return Waits.lengthen(hint, padding);
  }

  @Override
  public String name() {
    return reader.name() + " + " + Durations.text(padding);
  }

  @Override
  public boolean namesStatus(int status) {
    return reader.namesStatus(status);
  }
}
