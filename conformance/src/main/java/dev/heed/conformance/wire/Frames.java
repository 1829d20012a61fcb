package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes the frames of one connection (RFC 9113, section 6), each whole. */
final class Frames {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PUSH_PROMISE = 5;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;
  static final int PRIORITY = 0x20;

  private final OutputStream out;

  Frames(OutputStream out) {
    this.out = out;
  }

  /** Agrees to a change from HTTP/1.1. */
  void upgrade() throws IOException {
    String head = "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";
    out.write(head.getBytes(US_ASCII));
  }

  void settings() throws IOException {
    write(SETTINGS, 0, 0, new byte[0]);
  }

  void acknowledge(int type, byte[] payload) throws IOException {
    write(type, ACK, 0, payload);
  }

  void ping() throws IOException {
    write(PING, 0, 0, new byte[8]);
  }

  void headers(int stream, List<Field> fields) throws IOException {
    write(HEADERS, END_HEADERS, stream, Hpack.write(fields));
  }

  void pushPromise(int stream, int promised, List<Field> request) throws IOException {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.writeBytes(bytes(promised));
    payload.writeBytes(Hpack.write(request));
    write(PUSH_PROMISE, END_HEADERS, stream, payload.toByteArray());
  }

  void data(int stream, byte[] bytes) throws IOException {
    write(DATA, 0, stream, bytes);
  }

  void endStream(int stream) throws IOException {
    write(DATA, END_STREAM, stream, new byte[0]);
  }

  void resetStream(int stream, int code) throws IOException {
    write(RST_STREAM, 0, stream, bytes(code));
  }

  /** The client may send as many bytes more. */
  void windowUpdate(int stream, int bytes) throws IOException {
    write(WINDOW_UPDATE, 0, stream, bytes(bytes));
  }

  void goAway(int lastStream) throws IOException {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.writeBytes(bytes(Math.max(lastStream, 0)));
    payload.writeBytes(bytes(0));
    write(GOAWAY, 0, 0, payload.toByteArray());
  }

  private static byte[] bytes(int number) {
    return new byte[] {
      (byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number
    };
  }

  private void write(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(bytes((payload.length << 8) | type));
    frame.write(flags);
    frame.writeBytes(bytes(stream));
    frame.writeBytes(payload);
    synchronized (out) {
      out.write(frame.toByteArray());
      out.flush();
    }
  }
}
