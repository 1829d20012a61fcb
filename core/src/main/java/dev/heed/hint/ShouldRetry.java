package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** A field that is exactly {@code true} or {@code false}. */
final class ShouldRetry implements VerdictReader {

  private final String header;

  ShouldRetry(String header) {
    this.header = header;
  }

  @Override
  public Verdict read(ResponseHead head, Instant now) {
    String text = Fields.single(head, header);
    if (text == null) {
      return Verdict.none();
    }
    return switch (text) {
      case "true" -> Verdict.retry(header, text);
      case "false" -> Verdict.stop(header, text);
      default -> Verdict.none();
    };
  }

  @Override
  public String name() {
    return header;
  }
}
