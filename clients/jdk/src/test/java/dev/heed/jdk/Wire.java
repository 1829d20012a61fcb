package dev.heed.jdk;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link WireServer}, as a reply writes on it. */
final class Wire {

  private final WireServer server;
  private final int number;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private @Nullable Seen current;
  private volatile boolean open = true;

  Wire(WireServer server, int number, Socket socket) throws IOException {
    this.server = server;
    this.number = number;
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  int number() {
    return number;
  }

  boolean isOpen() {
    return open;
  }

  void serve() {
    try {
      while (open && readHead()) {
        server.nextReply().on(this);
      }
    } catch (IOException e) {
      // The client has gone: what a test wants to know of that, it asks for.
      open = false;
    } finally {
      close();
    }
  }

  private boolean readHead() throws IOException {
    List<String> lines = new ArrayList<>();
    int first = in.read();
    long at = System.nanoTime();
    if (first < 0) {
      return false;
    }
    for (String line = readLine(first); !line.isEmpty(); line = readLine(in.read())) {
      lines.add(line);
    }
    current = new Seen(number, at, lines);
    server.saw(current);
    return true;
  }

  private String readLine(int first) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = first; b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("ended in the head: " + line);
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads the body of the request, whether it has a length or comes in chunks. */
  Wire readBody() throws IOException {
    Seen request = request();
    byte[] body;
    if (request.has("Transfer-Encoding")) {
      body = readChunks();
    } else if (request.has("Content-Length")) {
      body = in.readNBytes(Integer.parseInt(request.values("Content-Length").get(0)));
    } else {
      body = new byte[0];
    }
    request.body(body);
    server.changed();
    return this;
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (; ; ) {
      int length = Integer.parseInt(readLine(in.read()), 16);
      body.write(in.readNBytes(length));
      readLine(in.read());
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  Seen request() {
    if (current == null) {
      throw new IllegalStateException("no request yet");
    }
    return current;
  }

  Wire write(String text) throws IOException {
    // Before the write: the client cannot have seen it earlier, however the threads are scheduled.
    request().answered(System.nanoTime());
    return more(text);
  }

  /** Writes what belongs to a body. */
  Wire more(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return this;
  }

  /** Holds the connection until the client closes it. */
  void awaitClosed() throws IOException {
    while (in.read() >= 0) {
      // What still comes, such as the rest of a body, is of no interest.
    }
    close();
  }

  /** Whether the client has closed, asked for so many milliseconds. */
  boolean isClosedWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout(0);
    }
  }

  /** Ends the connection with a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    close();
  }

  void close() {
    open = false;
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError("a socket could not be closed", e);
    }
    server.changed();
  }
}
