package dev.heed.jdk;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of HTTP/2 in the clear, by upgrade, which writes frames as a script says. It reads no
 * header of a request: streams are answered in the order in which they come.
 */
final class H2cServer implements AutoCloseable {

  /** What is done with one stream whose request has ended. */
  @FunctionalInterface
  interface StreamReply {

    void on(Frames frames, int stream) throws IOException;
  }

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;
  private static final int PREFACE = 24;

  private final ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  private final List<StreamReply> script;
  private final AtomicInteger next = new AtomicInteger();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<Integer> resets = new CopyOnWriteArrayList<>();

  private H2cServer(List<StreamReply> script) throws IOException {
    this.script = script;
    start(this::accept);
  }

  static H2cServer replying(StreamReply... script) throws IOException {
    return new H2cServer(List.of(script));
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "wire-h2c");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        start(() -> serve(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      Frames frames = new Frames(socket.getOutputStream());
      readHead(in);
      frames.upgrade();
      in.readNBytes(PREFACE);
      answer(frames, 1);
      for (; ; ) {
        readFrame(in, frames);
      }
    } catch (IOException e) {
      // The client has gone.
      return;
    }
  }

  private static void readHead(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readByte());
    }
  }

  private void readFrame(DataInputStream in, Frames frames) throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = in.readNBytes(length);
    switch (type) {
      case SETTINGS -> frames.acknowledge(SETTINGS, flags, new byte[0]);
      case PING -> frames.acknowledge(PING, flags, payload);
      case RST_STREAM -> resets.add(stream);
      case DATA, HEADERS -> {
        if ((flags & END_STREAM) != 0) {
          answer(frames, stream);
        }
      }
      default -> {
        // Windows and priorities: what these tests send always fits.
      }
    }
  }

  private void answer(Frames frames, int stream) throws IOException {
    script.get(Math.min(next.getAndIncrement(), script.size() - 1)).on(frames, stream);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/x");
  }

  /** Streams answered so far. */
  int streams() {
    return next.get();
  }

  int connections() {
    return sockets.size();
  }

  /** The streams that the client has reset. */
  List<Integer> resets() {
    return resets;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** A whole response. */
  static StreamReply reply(int status, String body, String... fields) {
    return (frames, stream) ->
        frames.headers(stream, status, fields).data(stream, body, END_STREAM);
  }

  /** A head and a part of a body, and then nothing. */
  static StreamReply stalled(String body) {
    return (frames, stream) -> frames.headers(stream, 200).data(stream, body, 0);
  }

  static StreamReply reset(int code) {
    return (frames, stream) -> frames.number(RST_STREAM, stream, code);
  }

  /** A head and a part of a body, and then a reset. */
  static StreamReply resetInBody(String body, int code) {
    return (frames, stream) ->
        frames.headers(stream, 200).data(stream, body, 0).number(RST_STREAM, stream, code);
  }

  /** Says that nothing after the stream before was processed, and that the connection ends. */
  static StreamReply goAwayBefore() {
    return (frames, stream) -> frames.goAway(stream - 2);
  }

  /** Writes frames. */
  static final class Frames {

    private final OutputStream out;

    Frames(OutputStream out) {
      this.out = out;
    }

    void upgrade() throws IOException {
      out.write(
          "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      write(SETTINGS, 0, 0, new byte[0]);
    }

    void acknowledge(int type, int flags, byte[] payload) throws IOException {
      if ((flags & ACK) == 0) {
        write(type, ACK, 0, payload);
      }
    }

    /** Fields as "name: value", names in lower case, each written out literally. */
    Frames headers(int stream, int status, String... fields) throws IOException {
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      literal(block, ":status", Integer.toString(status));
      for (String field : fields) {
        String[] parts = field.split(": ", 2);
        literal(block, parts[0], parts[1]);
      }
      return write(HEADERS, END_HEADERS, stream, block.toByteArray());
    }

    private static void literal(ByteArrayOutputStream block, String name, String value) {
      block.write(0);
      for (String text : List.of(name, value)) {
        block.write(text.length());
        block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
      }
    }

    Frames data(int stream, String body, int flags) throws IOException {
      return write(DATA, flags, stream, body.getBytes(StandardCharsets.US_ASCII));
    }

    Frames number(int type, int stream, int number) throws IOException {
      return write(type, 0, stream, bytes(number));
    }

    Frames goAway(int lastStream) throws IOException {
      ByteArrayOutputStream payload = new ByteArrayOutputStream();
      payload.writeBytes(bytes(lastStream));
      payload.writeBytes(bytes(0));
      return write(GOAWAY, 0, 0, payload.toByteArray());
    }

    private static byte[] bytes(int number) {
      return new byte[] {
        (byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number
      };
    }

    private Frames write(int type, int flags, int stream, byte[] payload) throws IOException {
      ByteArrayOutputStream frame = new ByteArrayOutputStream();
      frame.writeBytes(bytes(payload.length << 8 | type));
      frame.write(flags);
      frame.writeBytes(bytes(stream));
      frame.writeBytes(payload);
      out.write(frame.toByteArray());
      out.flush();
      return this;
    }
  }
}
