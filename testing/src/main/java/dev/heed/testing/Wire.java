package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The server's end of one connection: bytes in, bytes out, and the ways to end it. */
final class Wire {

  /** The longest line, and so about the longest head, that is read. */
  private static final int MAX_LINE = 1 << 16;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TimeSource time = TimeSource.system();
  private final Socket raw;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final CountDownLatch closing;
  private int peeked = -1;

  /**
   * A connection.
   *
   * @param tls for a server over TLS; null for one in the clear
   * @param closing counted down when the server closes
   */
  Wire(Socket raw, @Nullable SSLContext tls, CountDownLatch closing) throws IOException {
    this.raw = raw;
    this.socket = tls == null ? raw : overTls(raw, tls);
    this.closing = closing;
    raw.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  private static Socket overTls(Socket raw, SSLContext tls) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(raw, raw.getInetAddress().getHostAddress(), raw.getPort(), true);
    socket.setUseClientMode(false);
    return socket;
  }

  /** The next byte; negative at the end. */
  int read() throws IOException {
    if (peeked >= 0) {
      int byteRead = peeked;
      peeked = -1;
      return byteRead;
    }
    return in.read();
  }

  /**
   * Bytes of a known number.
   *
   * @throws IOException when the connection ends before
   */
  byte[] read(int length) throws IOException {
    byte[] bytes = new byte[length];
    int from = 0;
    if (length > 0 && peeked >= 0) {
      bytes[from++] = (byte) read();
    }
    if (in.readNBytes(bytes, from, bytes.length - from) < bytes.length - from) {
      throw new IOException("the client has closed the connection in the middle of a request");
    }
    return bytes;
  }

  /**
   * A line without its end; null at the end of the connection.
   *
   * @throws BadRequest when it is too long
   */
  @Nullable String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = read(); c >= 0; c = read()) {
      if (c == '\n') {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      if (line.size() >= MAX_LINE) {
        throw new BadRequest("a line is longer than " + MAX_LINE + " bytes");
      }
      line.write(c);
    }
    return null;
  }

  void write(byte[] bytes, int from, int to) throws IOException {
    out.write(bytes, from, to - from);
    out.flush();
  }

  /**
   * Waits, watching the connection.
   *
   * @return false when the client or the server has ended it meanwhile
   */
  boolean pause(Duration length) throws IOException {
    long end = time.nanoTime() + TimeUnit.NANOSECONDS.convert(length);
    for (long left = TimeUnit.NANOSECONDS.convert(length); left > 0; left = end - time.nanoTime()) {
      if (!staysOpenFor(left)) {
        return false;
      }
    }
    return closing.getCount() > 0;
  }

  private boolean staysOpenFor(long nanos) throws IOException {
    if (peeked >= 0) {
      // The next request is there already: an end behind it cannot be seen.
      return !closesWithin(nanos);
    }
    raw.setSoTimeout((int) Math.min(Integer.MAX_VALUE, nanos / NANOS_PER_MILLI + 1));
    try {
      peeked = in.read();
      return peeked >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      raw.setSoTimeout(0);
    }
  }

  private boolean closesWithin(long nanos) throws IOException {
    try {
      return closing.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server is closing", e);
    }
  }

  /** Waits until the client or the server ends the connection. */
  void awaitEnd() throws IOException {
    boolean open = true;
    while (open) {
      open = pause(Duration.ofDays(1));
    }
  }

  /** Ends the connection in good order. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      cut();
    }
  }

  /** Ends the connection without the farewell that TLS has. */
  void cut() {
    try {
      raw.close();
    } catch (IOException e) {
      throw new IllegalStateException("a socket could not be closed", e);
    }
  }

  /** Ends the connection with a reset. */
  void reset() throws IOException {
    raw.setSoLinger(true, 0);
    cut();
  }

  /** A request that cannot be read. */
  static final class BadRequest extends IOException {

    private static final long serialVersionUID = 1;

    BadRequest(String message) {
      super(message);
    }
  }
}
