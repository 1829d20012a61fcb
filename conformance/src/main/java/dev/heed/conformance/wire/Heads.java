package dev.heed.conformance.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads requests in the form of HTTP/1.1. */
final class Heads {

  private final InputStream in;
  private final int connection;

  Heads(InputStream in, int connection) {
    this.in = in;
    this.connection = connection;
  }

  /**
   * Reads a head.
   *
   * @param first its first byte, which has been read already
   * @param at when that was
   */
  Seen read(int first, long at) throws IOException {
    String request = readLine(first);
    List<String> fields = new ArrayList<>();
    for (String line = readLine(in.read()); !line.isEmpty(); line = readLine(in.read())) {
      fields.add(line);
    }
    return new Seen(connection, 0, at, request, fields);
  }

  private String readLine(int first) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = first; b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("ended in a line: " + line);
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads the body, whether it has a length or comes in chunks. */
  byte[] readBody(Seen request) throws IOException {
    if (request.has("Transfer-Encoding")) {
      return readChunks();
    }
    if (!request.has("Content-Length")) {
      return new byte[0];
    }
    return readExactly(Integer.parseInt(request.values("Content-Length").get(0)));
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (; ; ) {
      int length = Integer.parseInt(readLine(in.read()).split(";", 2)[0].trim(), 16);
      body.writeBytes(readExactly(length));
      readLine(in.read());
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  private byte[] readExactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("ended after " + bytes.length + " of " + length + " bytes");
    }
    return bytes;
  }
}
