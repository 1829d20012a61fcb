package dev.heed.verify.delivery;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server that takes everything at once, over raw sockets, and counts the marks in the bodies: one
 * for each event. It costs as little as a server can, since its time counts for both sides.
 */
final class Sink implements Closeable {

  /** Stands once in each event, and nowhere else. */
  static final byte MARK = '~';

  private static final byte[] REPLY =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"success\":true}"
          .getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listener =
      new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final CompletableFuture<Long> first = new CompletableFuture<>();
  private volatile long expected = Long.MAX_VALUE;
  private volatile CompletableFuture<Long> all = new CompletableFuture<>();

  Sink() throws IOException {
    daemon(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/v1/batch");
  }

  long requests() {
    return requests.get();
  }

  /** When the first request came, on the monotonic clock. */
  CompletableFuture<Long> first() {
    return first;
  }

  /** When so many more events have come, on the monotonic clock. */
  CompletableFuture<Long> expect(long more) {
    all = new CompletableFuture<>();
    expected = events.get() + more;
    return all;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
      return;
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Reader in = new Reader(socket.getInputStream());
      for (int length = in.head(); length >= 0; length = in.head()) {
        first.complete(System.nanoTime());
        long sum = events.addAndGet(in.marks(length));
        requests.incrementAndGet();
        socket.getOutputStream().write(REPLY);
        if (sum >= expected) {
          all.complete(System.nanoTime());
        }
      }
    } catch (IOException e) {
      // The client is gone.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** Reads requests out of one buffer. */
  private static final class Reader {

    private static final String LENGTH = "content-length:";

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;

    Reader(InputStream in) {
      this.in = in;
    }

    private boolean fill() throws IOException {
      if (from == to) {
        from = 0;
        to = 0;
      }
      int read = in.read(buffer, to, buffer.length - to);
      to += Math.max(0, read);
      return read > 0;
    }

    /** The length of the next body; -1 at the end. */
    int head() throws IOException {
      int end = end();
      while (end < 0) {
        if (!fill()) {
          return -1;
        }
        end = end();
      }
      String head =
          new String(buffer, from, end - from, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
      from = end + 4;
      int at = head.indexOf(LENGTH) + LENGTH.length();
      int line = head.indexOf('\r', at);
      return Integer.parseInt(head.substring(at, line < 0 ? head.length() : line).strip());
    }

    private int end() {
      for (int i = from; i + 3 < to; i++) {
        if (buffer[i] == '\r' && buffer[i + 2] == '\r' && buffer[i + 1] == '\n') {
          return i;
        }
      }
      return -1;
    }

    /** Reads the body, and counts. */
    int marks(int length) throws IOException {
      int marks = 0;
      int left = length;
      while (left > 0) {
        if (from == to && !fill()) {
          throw new IOException("cut off in a body");
        }
        int end = from + Math.min(left, to - from);
        left -= end - from;
        for (; from < end; from++) {
          marks += buffer[from] == MARK ? 1 : 0;
        }
      }
      return marks;
    }
  }

  /** An event of 200 bytes with a mark in it: a number, and a text that fills it up. */
  static byte[] event(long number) {
    byte[] event = new byte[200];
    Arrays.fill(event, (byte) 'x');
    byte[] head = "{\"type\":\"track\",\"id\":\"".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(head, 0, event, 0, head.length);
    long rest = number;
    for (int i = head.length + 18; i >= head.length; i--) {
      event[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    byte[] more = "\",\"pad\":\"~".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(more, 0, event, head.length + 19, more.length);
    event[198] = '"';
    event[199] = '}';
    return event;
  }
}
