package dev.heed.segment;

import dev.heed.delivery.store.StoredEvent;
import dev.heed.delivery.upload.BatchFormat;
import dev.heed.delivery.upload.UploadBatch;
import dev.heed.segment.json.JsonWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The body of an upload: {@code {"batch":[...],"sentAt":"...","writeKey":"..."}}. The time is that
 * of the attempt, by which the service corrects clocks that are wrong.
 */
final class SegmentFormat implements BatchFormat {

  private static final byte[] BEFORE = bytes("{\"batch\":[");

  private final String writeKey;

  SegmentFormat(String writeKey) {
    this.writeKey = JsonWriter.write(writeKey);
  }

  /** How many bytes stand around the events. */
  static int envelope(String writeKey) {
    return BEFORE.length + new SegmentFormat(writeKey).after(Instant.EPOCH).length;
  }

  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public byte[] body(UploadBatch batch) {
    byte[] after = after(batch.sentAt());
    int length = BEFORE.length + after.length + batch.events().size() - 1;
    for (StoredEvent event : batch.events()) {
      length += event.bytes().length;
    }
    ByteBuffer body = ByteBuffer.allocate(length).put(BEFORE);
    for (int i = 0; i < batch.events().size(); i++) {
      if (i > 0) {
        body.put((byte) ',');
      }
      body.put(batch.events().get(i).bytes());
    }
    return body.put(after).array();
  }

  private byte[] after(Instant sentAt) {
    return bytes("],\"sentAt\":\"" + JsonWriter.time(sentAt) + "\",\"writeKey\":" + writeKey + "}");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
