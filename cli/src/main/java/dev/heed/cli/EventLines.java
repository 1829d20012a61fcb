package dev.heed.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Events, one a line (NDJSON). Lines of blanks are passed over. Keeps one line in memory. */
final class EventLines {

  /** Far beyond what a queue takes; of a longer line only so much is kept, to be refused. */
  private static final int LONGEST = 1 << 20;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  EventLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** The number of the line that was given last, from 1. */
  long number() {
    return number;
  }

  /** The bytes of the next line that is not blank, without its end; null after the last. */
  byte @Nullable [] next() throws IOException {
    while (true) {
      line.reset();
      int end = fill();
      if (end < 0 && line.size() == 0) {
        return null;
      }
      number++;
      byte[] bytes = number == 1 ? withoutMark(line.toByteArray()) : line.toByteArray();
      if (!isBlank(bytes)) {
        return bytes;
      }
    }
  }

  /** Some editors begin a file with a byte order mark, which is no part of the first event. */
  private static byte[] withoutMark(byte[] bytes) {
    boolean marked =
        bytes.length >= BYTE_ORDER_MARK.length
            && Arrays.equals(
                bytes, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    return marked ? Arrays.copyOfRange(bytes, BYTE_ORDER_MARK.length, bytes.length) : bytes;
  }

  /** Reads up to the end of the line, and gives it; -1 at the end of all. */
  private int fill() throws IOException {
    int b = in.read();
    while (b >= 0 && b != '\n') {
      if (line.size() <= LONGEST) {
        line.write(b);
      }
      b = in.read();
    }
    return b;
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
