package dev.heed.delivery.upload;

import dev.heed.delivery.store.StoredEvent;
import java.util.Arrays;
import java.util.List;

/** The three formats for events that are JSON. */
enum JsonFormats implements BatchFormat {
  ARRAY("application/json") {
    @Override
    public byte[] body(UploadBatch batch) {
      return joined(batch.events(), '[', ',', ']');
    }
  },

  LINES("application/x-ndjson") {
    @Override
    public byte[] body(UploadBatch batch) {
      byte[] body = joined(batch.events(), NONE, '\n', '\n');
      int end = 0;
      for (StoredEvent event : batch.events()) {
        int start = end;
        end += event.bytes().length + 1;
        unbroken(body, start, end - 1);
      }
      return body;
    }
  },

  SINGLE("application/json") {
    @Override
    public byte[] body(UploadBatch batch) {
      return joined(batch.events(), NONE, NONE, NONE);
    }

    @Override
    public int maxEvents() {
      return 1;
    }
  };

  private static final char NONE = 0;

  private final String contentType;

  JsonFormats(String contentType) {
    this.contentType = contentType;
  }

  @Override
  public String contentType() {
    return contentType;
  }

  private static byte[] joined(List<StoredEvent> events, char first, char between, char last) {
    int length = 2;
    for (StoredEvent event : events) {
      length += event.bytes().length + 1;
    }
    Joining body = new Joining(length);
    body.add(first);
    for (int i = 0; i < events.size(); i++) {
      body.add(i == 0 ? NONE : between);
      body.add(events.get(i).bytes());
    }
    body.add(last);
    return body.bytes();
  }

  /** A line break in JSON stands between tokens, where a blank means the same. */
  private static void unbroken(byte[] body, int start, int end) {
    for (int i = start; i < end; i++) {
      if (body[i] == '\n' || body[i] == '\r') {
        body[i] = ' ';
      }
    }
  }

  private static final class Joining {

    private final byte[] buffer;
    private int length;

    Joining(int most) {
      buffer = new byte[most];
    }

    void add(char separator) {
      if (separator != NONE) {
        buffer[length++] = (byte) separator;
      }
    }

    void add(byte[] bytes) {
      System.arraycopy(bytes, 0, buffer, length, bytes.length);
      length += bytes.length;
    }

    byte[] bytes() {
      return Arrays.copyOf(buffer, length);
    }
  }
}
