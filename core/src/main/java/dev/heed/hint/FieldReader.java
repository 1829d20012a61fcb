package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;

/** One field, whatever the status. */
final class FieldReader implements HintReader {

  private final String name;
  private final String header;
  private final ValueFormat format;
  private final Fields.Reading reading;

  FieldReader(String name, String header, ValueFormat format, Fields.Reading reading) {
    this.name = name;
    this.header = header;
    this.format = format;
    this.reading = reading;
  }

  static FieldReader strict(String header, ValueFormat format) {
    return new FieldReader(header, header, format, Fields::strict);
  }

  static FieldReader lenient(String header, ValueFormat format) {
    return new FieldReader(header, header, format, Fields::lenient);
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    return reading.read(header, format, head, now);
  }

  @Override
  public String name() {
    return name;
  }
}
