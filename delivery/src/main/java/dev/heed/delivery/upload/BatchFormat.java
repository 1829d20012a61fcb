package dev.heed.delivery.upload;

/**
 * How events are put into the body of a request.
 *
 * <p>A format is a pure function, shared by all uploads. The events it is given are whole, and for
 * the formats of this interface they are JSON.
 */
public interface BatchFormat {

  /** The media type of the body, for {@code Content-Type}. */
  String contentType();

  /** The body. Built anew for each attempt. */
  byte[] body(UploadBatch batch);

  /** How many events may stand in one body; any number by default. */
  default int maxEvents() {
    return Integer.MAX_VALUE;
  }

  /** One JSON array of all events: {@code [{...},{...}]}, {@code application/json}. */
  static BatchFormat jsonArray() {
    return JsonFormats.ARRAY;
  }

  /** One event a line, each line ended: {@code application/x-ndjson}. */
  static BatchFormat ndjson() {
    return JsonFormats.LINES;
  }

  /** One event as it is, in a request of its own: {@code application/json}. */
  static BatchFormat json() {
    return JsonFormats.SINGLE;
  }
}
